// What may be done: a button for each act, its form where something must be told, and the spots on which chips are laid.

import { createContext, html, useContext, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Card, Chip, cx, Hand, Pile } from "./parts.js";
import { cents, lang, money, say } from "./text.js";

/** What every part of a page may use: the model, the presses, and which form is open. */
export const Page = createContext(null);

const SHADOWED = ["form", "action", "method", "target", "elements", "length"];
const RANKS = "A23456789TJQK".split(""), SUITS = [["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]];
const sentName = (name) => (SHADOWED.includes(name) ? `act-${name}` : name);
/** @param {Model.Action} action */
const fixedOf = (action) => Object.entries(action.fixed_fields || {});
const UNNAMED = ["shown", "given-effects", "serial"];
/** @param {Model.Action} action */
export const idOf = (action) => ["do", action.tag, ...fixedOf(action).filter(([name]) => !UNNAMED.includes(name)).map(([, value]) => value), action.variant].filter(Boolean).join("-").replaceAll(":", "-");
/** @param {Model.Action} action @param {string} step */
export const fieldsOf = (action, step) => [["act", action.tag], ["at", step], ["command", action.command], ...fixedOf(action).map(([name, value]) => [sentName(name), value])];
/** @param {Model.Action} action */
const isPlain = (action) => !(action.fields || []).length && !action.question;
/** @param {Model.Action} action */
const atOnce = (action) => Object.entries(action.at_once || {});
/** What somebody has filled in. @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] @returns {[string, string][]} */
export const toldIn = (form, submitter) => [...new FormData(form, submitter).entries()].map(([name, value]) => [name, String(value)]);
const Key = ({ of }) => (of ? html` <kbd aria-hidden="true">${of.toUpperCase()}</kbd>` : "");
const keyed = (key) => (key ? { "data-key": key, "aria-keyshortcuts": key } : {});

/**
 * A button; an act that needs nothing, or whose usual amount it says, is done at once, any other opens its form.
 * @param {{action: Model.Action, main?: boolean, held?: boolean, path?: string, extra?: [string, string][]}} props
 */
export function Act({ action, main = false, held = false, path, extra = [] }) {
  const { step, send, open, tell } = useContext(Page);
  const usual = atOnce(action), isOne = isPlain(action) || usual.length > 0, name = action.at_once_name || action.name;
  const press = () => (held ? tell(say("moved-on")) : isOne ? send({ form: idOf(action), name, path, fields: [...fieldsOf(action, step), ...usual, ...extra] }) : open(action));
  const button = html`<button type="button" id=${idOf(action)} class=${main ? "main" : "side"} disabled=${Boolean(action.why_not)} aria-disabled=${held ? "true" : undefined} aria-haspopup=${isOne ? undefined : "dialog"} title=${action.why_not || action.note || undefined} onClick=${press} ...${keyed(action.key)}>${name}${action.why_not ? html` <small>${action.why_not}</small>` : html`<${Key} of=${action.key} />`}</button>`;
  return usual.length && main ? html`<span class="with-other">${button}<button type="button" class="other" id=${`other-${idOf(action)}`} aria-haspopup="dialog" aria-label=${`${action.name}: ${say("other-amount")}`} title=${say("other-amount")} onClick=${() => open(action)}>…</button></span>` : button;
}

/**
 * What usually stands in a field of the next act: the middle of its presets or of its bounds.
 * @param {Model.Field} field
 */
const usualOf = ({ quick = [], minimum, maximum }) => (quick.length ? money(quick[Math.floor(quick.length / 2)].value, { sign: false }) : minimum != null && maximum != null ? Math.round((minimum + maximum) / 2) : "");

/** @param {{field: Model.Field, form: string, main?: boolean, onInput?: () => void}} props */
export function Field({ field, form, main, onInput }) {
  const id = `${form}-${field.name}`, title = field.title;
  if (field.kind === "money") return html`<label>${title}<input name=${`${field.name}-euros`} id=${id} inputmode="decimal" autocomplete="off" size="8" required=${field.is_required} defaultValue=${main ? usualOf(field) : undefined} onInput=${onInput} /></label>`;
  if (field.kind === "choice") return html`<label>${title}<select name=${sentName(field.name)} id=${id} required=${field.is_required || field.name === "kind"}>
    ${(field.options || []).map(([value, name]) => html`<option value=${value}>${name}</option>`)}
    ${(field.groups || []).map(([heading, options]) => { const all = options.map(([value, name]) => html`<option value=${value}>${name}</option>`); return heading ? html`<optgroup label=${heading}>${all}</optgroup>` : all; })}</select></label>`;
  if (field.kind === "number") return html`<label>${title}<input type="number" name=${field.name} id=${id} class=${field.is_keyed ? "key-card" : undefined} required=${field.is_required} min=${field.minimum ?? undefined} max=${field.maximum ?? undefined} defaultValue=${main && !field.is_keyed ? usualOf(field) : undefined} placeholder=${field.maximum == null ? "" : `${field.minimum}–${field.maximum}`} /></label>`;
  if (field.kind === "card" && field.of) return html`<${KeyedCard} field=${field} id=${id} />`;
  if (field.kind === "card") return html`<label>${say("key-card-typed")}<input name=${field.name} id=${id} class="key-card" autocomplete="off" autocapitalize="off" spellcheck="false" size="7" maxlength="24" required /></label>`;
  return html`<label class="wide">${title}<input name=${sentName(field.name)} id=${id} class=${field.is_keyed ? "key-card" : undefined} maxlength="400" autocomplete="off" required=${field.is_required} /></label>`;
}

const KEYED_MS = 800, WHOLE = /^(10|[2-9atjqk])([^\d])$/i;
const SIGN = { s: "s", h: "h", d: "d", "♠": "s", "♥": "h", "♦": "d", "♣": "c", ...(lang === "en" ? { c: "c" } : { p: "s", t: "c" }) };  // `c` may mean two suits
const CARRIED_MS = 3_000;
let carried = { text: "", until: 0 };  // what was keyed while the card before was on its way

/**
 * A card that is keyed: rank and suit are enough. It is shown large for a moment, in which Backspace takes it back.
 * @param {{field: Model.Field, id: string}} props
 */
function KeyedCard({ field, id }) {
  const input = useRef(null), timer = useRef(0), [shown, setShown] = useState("");
  const drop = () => { clearTimeout(timer.current); timer.current = 0; setShown(""); };
  const send = () => { drop(); input.current && input.current.form.requestSubmit(); };
  const written = () => {
    drop();
    const found = WHOLE.exec(input.current.value.trim());
    if (!found || !SIGN[found[2].toLowerCase()]) return;
    setShown((found[1] === "10" ? "T" : found[1].toUpperCase()) + SIGN[found[2].toLowerCase()]);
    timer.current = setTimeout(send, KEYED_MS);
  };
  const onKey = (event) => {
    if (!timer.current) return;
    if (event.key === "Backspace") { event.preventDefault(); input.current.value = ""; drop(); }
    else if (event.key === "Enter") { event.preventDefault(); send(); }
    else if (/^[a-z0-9]$/i.test(event.key)) { event.preventDefault(); send(); input.current.value ||= event.key; }
  };
  useLayoutEffect(() => {  // before the next key can be struck
    const at = document.activeElement;
    if (!at || at === document.body || at.id === "dock" || at.closest(".ask")) input.current.focus({ preventScroll: true });
    input.current.form.addEventListener("submit", drop);
    if (carried.text && performance.now() < carried.until) { input.current.value = carried.text; written(); }
    carried = { text: "", until: 0 };
    const field = input.current;
    return () => { drop(); carried = { text: field.value, until: performance.now() + CARRIED_MS }; };
  }, []);
  return html`<label title=${say("key-card")}><b>${field.of}</b><input ref=${input} name=${field.name} id=${id} class="key-card" autocomplete="off" autocapitalize="off" spellcheck="false" size="7" maxlength="24" onInput=${written} onKeyDown=${onKey} /></label>
    <span class="keyed-card" role="status">${shown ? html`<${Card} card=${{ face: shown, name: shown }} /><small>${say("keyed-undo")}</small>` : ""}</span>
    <span class="rank-keys" role="group" aria-label=${say("rank")}>${RANKS.map((code) => html`<label><input type="radio" name="rank" value=${code} /><span>${code === "T" ? "10" : code}</span></label>`)}</span>`;
}

/**
 * The form of an act: what must be told, amounts at one touch, and one button that says what it does.
 * @param {{action: Model.Action, main?: boolean, held?: boolean, path?: string, extra?: [string, string][], onDone?: () => void}} props
 */
export function Form({ action, main = false, held = false, path, extra = [], onDone = () => {} }) {
  const { step, send } = useContext(Page);
  const form = useRef(null), [sum, setSum] = useState("");
  const fields = action.fields || [], id = idOf(action);
  const amount = fields.find((one) => one.kind === "money"), card = fields.find((one) => one.kind === "card" && one.of);
  const input = () => amount && form.current.elements[`${amount.name}-euros`];
  const written = () => { const found = amount && cents(input().value); setSum(found ? ` · ${money(found)}` : ""); };
  useEffect(() => { if (main && amount) written(); });  // what is usual may change with the table
  const fill = (value) => { input().value = money(value, { sign: false }); written(); form.current.querySelector("button[type=submit]").focus({ preventScroll: true }); };
  const submit = async (event) => {
    event.preventDefault();
    if (held) return;
    const told = toldIn(form.current, event.submitter), keyed = form.current.querySelector(".key-card"), text = keyed && keyed.value;
    const sending = send({ form: id, name: action.name + sum, path, fields: [...fieldsOf(action, step), ...extra, ...told] });
    if (card) form.current.reset();  // the next card may be keyed while this one is on its way
    const answer = await sending, isRefused = !answer || answer.kind === "refused";
    if (!isRefused) { if (form.current && !card) form.current.reset(); setSum(""); onDone(); }
    if (!keyed || !form.current) return;
    if (card && isRefused && !keyed.value) keyed.value = text;
    if (isRefused || !keyed.value) { keyed.focus({ preventScroll: true }); keyed.select(); }
  };
  return html`<form class=${cx("do", main && "do-main")} id=${`form-${id}`} ref=${form} onSubmit=${submit}>
    ${action.question ? html`<p>${action.question}</p>` : ""}
    ${fields.map((one) => html`<${Field} field=${one} form=${id} main=${main} onInput=${written} key=${one.name} />`)}
    <button type="submit" class=${main ? "main" : "side"} aria-disabled=${held ? "true" : undefined} ...${main ? keyed(action.key) : {}}>${action.question ? action.consent || say("ask-yes") : action.name}${sum}${main ? html`<${Key} of=${action.key} />` : ""}</button>
    ${card ? html`<span class="suit-keys" role="group" aria-label=${say("suit")}>${SUITS.map(([code, sign]) => html`<button type="submit" name="suit" value=${code} class=${`suit suit-${code}`}>${sign} <small>${say(`suit-${code}`)}</small></button>`)}</span>` : ""}
    ${amount && !main && (amount.quick || []).length ? html`<span class="quick" role="group" aria-label=${say("field-amount")}>${amount.quick.map((one) => html`<button type="button" class="amount-choice" onClick=${() => fill(one.value)}>${money(one.value)}${one.name ? html` <small>${one.name}</small>` : ""}</button>`)}</span>` : ""}
    ${action.note ? html`<p class="note">${action.note}</p>` : ""}
  </form>`;
}

/**
 * The form that is open, over the dock: of the act as it is offered now; with the act it closes.
 * @param {{title: string, actions?: Model.Action[], onClose: () => void, clock?: any, children?: any}} props
 */
export function Sheet({ title, actions = [], onClose, clock, children }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const before = document.activeElement, first = box.current.querySelector("input, select, button.main, button[type=submit], button:not(.close)");
    (first || box.current).focus({ preventScroll: true });
    return () => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true });
  }, [title]);
  useEffect(() => {  // a touch beside it closes it; what stands in the dock says itself what it opens
    const beside = ({ target }) => target instanceof Element && !target.closest(".sheet, .dock, .answers") && onClose();
    document.addEventListener("click", beside, true);
    return () => document.removeEventListener("click", beside, true);
  });
  const onKey = (event) => { if (event.key === "Escape") { event.stopPropagation(); onClose(); } };
  return html`<div class="sheet" role="dialog" aria-label=${title} tabindex="-1" ref=${box} onKeyDown=${onKey}>
    <div class="sheet-head"><h2>${title}</h2>${clock}<button type="button" class="close" aria-label=${say("close-sheet")} onClick=${onClose}>×</button></div>
    ${actions.map((one) => (isPlain(one) || one.why_not ? html`<${Act} action=${one} key=${idOf(one)} />` : html`<section key=${idOf(one)}>${actions.length > 1 ? html`<h3>${one.name}</h3>` : ""}<${Form} action=${one} onDone=${onClose} /></section>`))}${children}
  </div>`;
}

/**
 * What a press on a spot sends: one bet of an amount, each press its own command.
 * @param {Model.Ask} ask @param {string} step @param {Model.Spot} spot @param {number} amount
 */
const bet = (ask, step, spot, amount, due = 0) => ({ form: `bet-${spot.id}`, name: `${spot.name} · ${money(amount)}`, isEach: true, fields: spot.lay ? [...fieldsOf(spot.lay, step), ["amount", String((spot.own || 0) + due + amount)]] : [["act", ask.bet.tag], ["at", step], ["command", ask.bet.command], [ask.bet.field, spot.id], ["amount", String(amount)]] });
const amountOf = (press) => Number((press.fields.find(([name]) => name === "amount") || [0, 0])[1]);
/** What is on its way to a spot: the sum of the presses, or of the last one what lies there not yet. */
const dueOf = (spot, onTheWay) => {
  const found = onTheWay.filter((one) => one.form === `bet-${spot.id}`).map(amountOf);
  return spot.lay ? Math.max(0, (found.at(-1) || 0) - (spot.own || 0)) : found.reduce((sum, one) => sum + one, 0);
};
/**
 * What one more chip brings to a spot: where less is not taken, the least; nothing where it makes no whole units.
 * @param {Model.Spot} spot @param {number} chip
 */
const broughtTo = ({ own = 0, least = 0, unit = 1 }, chip, due = 0) => { const sum = Math.max(own + due + chip, least); return (sum - least) % unit ? 0 : sum - own - due; };
const laidChips = [];  // what this page has laid, the last at the end: `undo` takes back one chip after another

/**
 * The viewer's bet spots: a press lays the chosen chip. Chips stand as an outline until they are accepted.
 * @param {{ask: Model.Ask, chip: number, onTheWay: object[]}} props
 */
export function Spots({ ask, chip, onTheWay }) {
  const { step, send, tell } = useContext(Page);
  const amountOn = (spot, due) => (spot.lay ? broughtTo(spot, chip, due) : chip);
  const lay = async (spot) => {
    const due = dueOf(spot, onTheWay), amount = amountOn(spot, due);
    if (spot.why_not || (!ask.bet && !spot.lay)) { tell(spot.why_not); return; }
    if (!amount) { tell(`${spot.name}: ${say("spot-units", { least: money(spot.least), unit: money(spot.unit) })}`); return; }
    const answer = await send(bet(ask, step, spot, amount, due));
    if (answer && answer.kind !== "refused") laidChips.push({ spot: spot.id, amount });
  };
  return html`<div class="own-spots" id="betting" role="group" aria-label=${say("my-bets")}>${(ask.spots || []).map((spot) => {
    const due = dueOf(spot, onTheWay), isOdd = spot.lay && !amountOn(spot, due), isMore = !due && !spot.own && spot.lay && amountOn(spot, 0) !== chip;
    return html`<button type="button" key=${spot.id} id=${`bet-${spot.id}`} class=${cx("spot box", spot.id, spot.own && "laid", due && "outline")} aria-disabled=${spot.why_not || isOdd ? "true" : undefined} title=${spot.why_not || undefined} onClick=${() => lay(spot)} ...${keyed(spot.key)}>
      <span class="spot-name">${spot.name}<${Key} of=${spot.key} /></span>
      <span class="spot-chips"><${Pile} amount=${spot.own} isOwn=${true} />${spot.why_not && !spot.own ? html`<em>${say("spot-closed")}</em>` : ""}${isMore ? html`<em class="takes">${say("spot-least", { least: money(spot.least) })}</em>` : ""}${due ? html`<span class="due">+${money(due)}</span>` : ""}</span>
      <small>${money(spot.total || 0)} ${say("on-table")}</small></button>`;
  })}</div>`;
}

/**
 * The rack: which chip a press lays, and undo, double, repeat.
 * @param {{ask: Model.Ask, chip: number, setChip: (value: number) => void}} props
 */
export function Rack({ ask, chip, setChip }) {
  const { step, send, tell } = useContext(Page);
  const laid = (ask.spots || []).filter((one) => one.own), may = laid.filter((one) => one.back);
  const undo = () => {
    const last = laidChips.pop(), spot = (last && may.find((one) => one.id === last.spot)) || may.at(-1);
    if (!spot) { tell(say("no-chips-laid")); return; }
    if (spot.lay && last && last.spot === spot.id && spot.own - last.amount >= (spot.least || 0)) { send(bet(ask, step, spot, -last.amount)); return; }
    const fields = fieldsOf(spot.back, step), part = last && last.spot === spot.id && last.amount <= (spot.back_most || 0);
    send({ form: idOf(spot.back), name: spot.back.name, isEach: true, fields: part ? [...fields, ["amount", String(last.amount)]] : fields });
  };
  const double = () => {
    if (!laid.length || (!ask.bet && !laid.every((one) => one.lay))) tell(say("no-chips-laid"));
    else if (laid.some((one) => one.own * (one.lay ? 2 : 1) > (one.most || 0))) tell(say("double-too-much"));
    else laid.forEach((one) => { laidChips.push({ spot: one.id, amount: one.own }); send(bet(ask, step, one, one.own)); });
  };
  const repeat = () => (ask.repeat ? send({ form: "repeat", name: say("repeat"), path: "repetir", fields: [["at", step], ["command", ask.repeat]] }) : tell(say("no-last-bet")));
  const tools = [["undo", "↶", undo, "backspace", may.length], ["double", "×2", double, "x", laid.length && (ask.bet || laid.every((one) => one.lay))], ["repeat", "↻", repeat, "r", ask.repeat]].filter(([name]) => name !== "repeat" || ask.has_repeat !== false);
  return html`<div class="rack-row">
    <div class="rack" role="radiogroup" aria-label=${say("choose-chip")}>${(ask.rack || []).map((one, at) => html`<button type="button" role="radio" aria-checked=${one.value === chip} class="chip-choice" data-digit=${at + 1} onClick=${() => setChip(one.value)}><${Chip} value=${one.value} colour=${one.colour} plaque=${one.is_plaque} hidden=${false} /></button>`)}</div>
    <div class="rack-tools">${tools.map(([name, sign, press, key, is]) => html`<button type="button" class="tool" id=${name} key=${name} aria-disabled=${is ? undefined : "true"} onClick=${press} ...${keyed(key)}><span class="sign" aria-hidden="true">${sign}</span><span class="tool-name">${say(name)}</span></button>`)}</div></div>`;
}

/**
 * Turn the cards of a hand by lifting a corner, or by holding the space bar: the same act as its button.
 * @param {Model.Ask} ask @param {string} handId
 */
function useSqueeze(ask, handId) {
  const { step, send } = useContext(Page), [lift, setLift] = useState(0), held = useRef({ timer: 0, from: null });
  const action = ask.squeeze === handId ? (ask.main || [])[0] : null;
  const turn = () => { stop(); if (action) send({ form: idOf(action), name: action.name, fields: fieldsOf(action, step) }); };
  const stop = () => { clearInterval(held.current.timer); held.current = { timer: 0, from: null }; setLift(0); };
  useEffect(() => {
    if (!action) { if (lift) stop(); return undefined; }
    const isFree = (at) => !at || at === document.body || at.id === "dock" || at.id === "ask";
    const down = (event) => {
      if (event.key !== " " || !isFree(document.activeElement)) return;
      event.preventDefault();
      if (event.repeat || held.current.timer) return;
      const from = performance.now();
      held.current.timer = setInterval(() => { const part = (performance.now() - from) / 900; if (part >= 1) turn(); else setLift(part); }, 33);
    };
    const up = (event) => { if (event.key === " " && held.current.timer) stop(); };
    document.addEventListener("keydown", down);
    document.addEventListener("keyup", up);
    return () => { document.removeEventListener("keydown", down); document.removeEventListener("keyup", up); };
  });
  if (!action) return { lift: 0, handlers: {} };
  return { lift, handlers: {
    onPointerDown: (event) => { held.current.from = [event.clientX, event.clientY]; event.currentTarget.setPointerCapture(event.pointerId); },
    onPointerMove: (event) => {
      const { from } = held.current;
      if (!from) return;
      const part = Math.hypot(event.clientX - from[0], event.clientY - from[1]) / (event.currentTarget.clientHeight * .9 || 100);
      if (part >= 1) turn(); else setLift(part);
    },
    onPointerUp: stop, onPointerCancel: stop,
  } };
}

/**
 * A hand whose owner may squeeze its cards.
 * @param {{hand: Model.Hand, ask: Model.Ask, clause?: string, children?: any}} props
 */
export function OwnHand({ hand, ask, clause, children }) {
  return html`<${Hand} hand=${hand} squeeze=${useSqueeze(ask, hand.id)} clause=${clause}>${children}<//>`;
}
