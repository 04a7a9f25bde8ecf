// What may be done: a button for each act, its form where something must be told, and the spots on which chips are laid.

import { createContext, html, useContext, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Chip, cx, Pile } from "./parts.js";
import { cents, money, say } from "./text.js";

/** What every part of a page may use: the model, the presses, and which form is open. */
export const Page = createContext(null);

const SHADOWED = ["form", "action", "method", "target", "elements", "length"];
const RANKS = "A23456789TJQK".split(""), SUITS = [["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]];
const sentName = (name) => (SHADOWED.includes(name) ? `act-${name}` : name);
const fixedOf = (action) => Object.entries(action.fixed_fields || {});
export const idOf = (action) => ["do", action.tag, ...fixedOf(action).map(([, value]) => value), action.variant].filter(Boolean).join("-").replaceAll(":", "-");
const fieldsOf = (action, step) => [["act", action.tag], ["at", step], ["command", action.command], ...fixedOf(action).map(([name, value]) => [sentName(name), value])];
const isPlain = (action) => !(action.fields || []).length && !action.question;
const Key = ({ of }) => (of ? html` <kbd aria-hidden="true">${of.toUpperCase()}</kbd>` : "");
const keyed = (key) => (key ? { "data-key": key, "aria-keyshortcuts": key } : {});

/** A button; an act that needs nothing is done at once, any other opens its form. */
export function Act({ action, main = false, path, extra = [] }) {
  const { step, send, open } = useContext(Page);
  const press = () => (isPlain(action) ? send({ form: idOf(action), name: action.name, path, fields: [...fieldsOf(action, step), ...extra] }) : open(action));
  return html`<button type="button" id=${idOf(action)} class=${main ? "main" : "side"} aria-haspopup=${isPlain(action) ? undefined : "dialog"} title=${action.note || undefined} onClick=${press} ...${keyed(action.key)}>${action.name}<${Key} of=${action.key} /></button>`;
}

function Field({ field, form, onInput }) {
  const id = `${form}-${field.name}`, title = field.title;
  if (field.kind === "money") return html`<label>${title}<input name=${`${field.name}-euros`} id=${id} inputmode="decimal" autocomplete="off" size="8" required onInput=${onInput} /></label>`;
  if (field.kind === "choice") return html`<label>${title}<select name=${sentName(field.name)} id=${id} required=${field.is_required || field.name === "kind"}>
    ${(field.options || []).map(([value, name]) => html`<option value=${value}>${name}</option>`)}
    ${(field.groups || []).map(([heading, options]) => { const all = options.map(([value, name]) => html`<option value=${value}>${name}</option>`); return heading ? html`<optgroup label=${heading}>${all}</optgroup>` : all; })}</select></label>`;
  if (field.kind === "number") return html`<label>${title}<input type="number" name=${field.name} id=${id} class=${field.is_keyed ? "key-card" : undefined} required=${field.is_required} min=${field.minimum ?? undefined} max=${field.maximum ?? undefined} placeholder=${field.maximum == null ? "" : `${field.minimum}–${field.maximum}`} /></label>`;
  if (field.kind === "card") return html`<label>${field.of ? html`<b>${field.of}</b> ${say("key-card")}` : say("key-card-typed")}<input name=${field.name} id=${id} class="key-card" autocomplete="off" autocapitalize="off" spellcheck="false" size="7" maxlength="24" required=${!field.of} /></label>
    ${field.of ? html`<span class="rank-keys" role="group" aria-label=${say("rank")}>${RANKS.map((code) => html`<label><input type="radio" name="rank" value=${code} /><span>${code === "T" ? "10" : code}</span></label>`)}</span>` : ""}`;
  return html`<label class="wide">${title}<input name=${sentName(field.name)} id=${id} maxlength="400" autocomplete="off" required=${field.is_required} /></label>`;
}

/** The form of an act: what must be told, amounts at one touch, and one button that says what it does. */
export function Form({ action, main = false, path, extra = [], onDone = () => {} }) {
  const { step, send } = useContext(Page);
  const form = useRef(null), [sum, setSum] = useState("");
  const fields = action.fields || [], id = idOf(action);
  const amount = fields.find((one) => one.kind === "money"), card = fields.find((one) => one.kind === "card" && one.of);
  const input = () => amount && form.current.elements[`${amount.name}-euros`];
  const written = () => { const found = amount && cents(input().value); setSum(found ? ` · ${money(found)}` : ""); };
  const fill = (value) => { input().value = money(value, { sign: false }); written(); form.current.querySelector("button[type=submit]").focus({ preventScroll: true }); };
  const submit = async (event) => {
    event.preventDefault();
    const told = [...new FormData(form.current, event.submitter).entries()].map(([name, value]) => [name, String(value)]);
    const answer = await send({ form: id, name: action.name + sum, path, fields: [...fieldsOf(action, step), ...extra, ...told] });
    if (answer && answer.kind !== "refused") { form.current && form.current.reset(); setSum(""); onDone(); }
    const again = form.current && form.current.querySelector(".key-card");
    if (again) { again.focus({ preventScroll: true }); again.select(); }
  };
  return html`<form class=${cx("do", main && "do-main")} id=${`form-${id}`} ref=${form} onSubmit=${submit}>
    ${action.question ? html`<p>${action.question}</p>` : ""}
    ${fields.map((one) => html`<${Field} field=${one} form=${id} onInput=${written} key=${one.name} />`)}
    <button type="submit" class=${main ? "main" : "side"} ...${main ? keyed(action.key) : {}}>${action.question ? action.consent || say("ask-yes") : action.name}${sum}${main ? html`<${Key} of=${action.key} />` : ""}</button>
    ${card ? html`<span class="suit-keys" role="group" aria-label=${say("suit")}>${SUITS.map(([code, sign]) => html`<button type="submit" name="suit" value=${code} class=${`suit suit-${code}`}>${sign} <small>${say(`suit-${code}`)}</small></button>`)}</span>` : ""}
    ${amount && (amount.quick || []).length ? html`<span class="quick" role="group" aria-label=${say("field-amount")}>${amount.quick.map((one) => html`<button type="button" class="amount" onClick=${() => fill(one.value)}>${money(one.value)}${one.name ? html` <small>${one.name}</small>` : ""}</button>`)}</span>` : ""}
    ${action.note ? html`<p class="note">${action.note}</p>` : ""}
  </form>`;
}

/** The form that is open, over the dock: of the act as it is offered now; with the act it closes. */
export function Sheet({ title, actions, onClose }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement, first = box.current.querySelector("input, select, button.main, button[type=submit]");
    (first || box.current).focus({ preventScroll: true });
    return () => before && before.isConnected && before.focus({ preventScroll: true });
  }, [title]);
  const onKey = (event) => { if (event.key === "Escape") { event.stopPropagation(); onClose(); } };
  return html`<div class="sheet" role="dialog" aria-label=${title} tabindex="-1" ref=${box} onKeyDown=${onKey}>
    <header><h2>${title}</h2><button type="button" class="close" aria-label=${say("close-sheet")} onClick=${onClose}>×</button></header>
    ${actions.map((one) => (isPlain(one) ? html`<${Act} action=${one} key=${idOf(one)} />` : html`<section key=${idOf(one)}>${actions.length > 1 ? html`<h3>${one.name}</h3>` : ""}<${Form} action=${one} onDone=${onClose} /></section>`))}
  </div>`;
}

/** The viewer's bet spots: a press lays the chosen chip. Chips stand as an outline until they are accepted. */
export function Spots({ ask, chip, onTheWay }) {
  const { step, send } = useContext(Page);
  return html`<div class="spots" role="group" aria-label=${say("my-bets")}>${(ask.spots || []).map((spot) => {
    const lay = () => send({ form: `bet-${spot.id}`, name: `${spot.name} · ${money(chip)}`, isEach: true, fields: [["act", "place-bet"], ["at", step], ["command", ask.bet], ["bet", spot.id], ["amount", String(chip)]] });
    const due = onTheWay.filter((one) => one.form === `bet-${spot.id}`).reduce((sum, one) => sum + Number((one.fields.find(([name]) => name === "amount") || [0, 0])[1]), 0);
    return html`<button type="button" key=${spot.id} class=${cx("spot", spot.id, spot.own && "laid", due && "outline")} disabled=${Boolean(spot.why_not)} title=${spot.why_not || undefined} onClick=${lay} ...${keyed(spot.key)}>
      <span class="spot-name">${spot.name}<${Key} of=${spot.key} /></span>
      <${Pile} amount=${spot.own} isOwn=${true} />${due ? html`<span class="due">+${money(due)}</span>` : ""}
      <small>${spot.why_not || `${money(spot.total || 0)} ${say("on-table")}`}</small></button>`;
  })}</div>`;
}

/** The rack: which chip a press lays, and undo, double, repeat. */
export function Rack({ ask, chip, setChip }) {
  const { step, send } = useContext(Page);
  const laid = (ask.spots || []).filter((one) => one.own), isOpen = Boolean(ask.bet);
  const bet = (spot, amount) => send({ form: `bet-${spot.id}`, name: spot.name, isEach: true, fields: [["act", "place-bet"], ["at", step], ["command", ask.bet], ["bet", spot.id], ["amount", String(amount)]] });
  const back = (spot) => spot.back && send({ form: idOf(spot.back), name: spot.back.name, fields: fieldsOf(spot.back, step) });
  const canDouble = isOpen && laid.length && laid.every((one) => !one.most || one.own <= one.most);
  const may = laid.filter((one) => one.back);
  return html`<div class="rack-row">
    <div class="rack" role="radiogroup" aria-label=${say("choose-chip")}>${(ask.rack || []).map((one, at) => html`<button type="button" role="radio" aria-checked=${one.value === chip} class="chip-choice" data-digit=${at + 1} onClick=${() => setChip(one.value)}><${Chip} value=${one.value} colour=${one.colour} plaque=${one.is_plaque} hidden=${false} /></button>`)}</div>
    <div class="rack-tools">
      <button type="button" class="tool" disabled=${!may.length} onClick=${() => may.forEach(back)} data-key="backspace">${say("undo")}</button>
      <button type="button" class="tool" disabled=${!canDouble} onClick=${() => laid.forEach((one) => bet(one, one.own))} data-key="x">${say("double")}</button>
      <button type="button" class="tool" disabled=${!ask.repeat} onClick=${() => send({ form: "repeat", name: say("repeat"), path: "repetir", fields: [["at", step], ["command", ask.repeat]] })} ...${keyed("r")}>${say("repeat")}</button>
    </div></div>`;
}
