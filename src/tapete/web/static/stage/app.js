// A table page: holds the model, follows the stream, sends presses, draws. The same page for keyboard, pointer and reader.

import { html, render, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact-htm.module.js";
import { Act, Form, idOf, Page, Rack, Sheet, Spots } from "./acts.js";
import { Desk } from "./desk.js";
import { Note } from "./noting.js";
import { Clauses, Clock, cx, Notice, Term } from "./parts.js";
import { presses } from "./presses.js";
import { Roads } from "./roads.js";
import { Report } from "./rulings.js";
import { Sound } from "./sound.js";
import { lang, money, say } from "./text.js";
import { follow } from "./wire.js";

const page = document.body.dataset;
// What a game adds: the composition of its felt and, where it is its own, that of the column with the acts that lie there.
const { felt: drawFelt, column: drawColumn, acts: actsOf = () => [] } = await import(`./games/${page.felt}.js`);
/** @type {Required<Pick<Model.Message, "v" | "now" | "step" | "screen">> & {regions: Required<Model.Regions>, successor?: string}} */
const first = JSON.parse(document.getElementById("model").textContent);
/** @type {{title: string, odds?: string, clauses: Model.Clause[], how: string[]}} */
const about = JSON.parse(document.getElementById("about").textContent);
const READ_MS = 5_000, SAID_MS = 1_500, STILL_MS = 600, LATE_MS = 4_000, RESULT_MS = 4_500;
const isStaff = (screen) => screen === "croupier" || screen === "chief";

const merged = (model, message) => ({ ...model, ...message, regions: { ...model.regions, ...message.regions } });

// --- what is said over the rail ---------------------------------------------------------------------------------------

/** Answers lie over the rail and push nothing: what was done for a moment, a refusal until the table has gone on. */
function Answers({ told, lost, onTheWay, onDismiss, again, drop }) {
  const answer = (one) => html`<div class=${cx("said-back", one.kind)} data-code=${one.code} key=${one.id}>${one.lostName ? html`<p>${say("press-known")} ${one.lostName}</p>` : ""}<p><b>${one.heading}</b> ${one.sentence}${one.kind === "refused" ? html` <button type="button" class="dismiss" onClick=${() => onDismiss(one.id)}>${say("dismiss")}</button>` : ""}</p>${one.kind === "refused" ? html`<${Clauses} clauses=${one.clauses} />` : ""}</div>`;
  return html`<div class="answers"><div id="answer" role="status" aria-live="assertive">${told.filter((one) => !one.lostName).map(answer)}</div><div id="presses" role="status" aria-live="assertive">${told.filter((one) => one.lostName).map(answer)}
    ${lost.filter((one) => !onTheWay.includes(one)).map((one) => (one.fate === "unknown"
      ? html`<div class="said-back refused" data-fate="unknown" key=${one.press}><p><b>${say("press-unknown")}</b> ${one.name}. ${say("press-once")}</p><p><button type="button" class="side" onClick=${() => again(one)}>${say("press-again")}</button> <button type="button" class="side" onClick=${() => drop(one)}>${say("press-drop")}</button></p></div>`
      : html`<div class="said-back" data-fate="asked" key=${one.press}><p><b>${say("no-answer")}</b> ${one.name}: ${say("press-asked")}</p></div>`))}</div></div>`;
}

// --- regions ----------------------------------------------------------------------------------------------------------

const WIDE = window.matchMedia("(min-width: 900px) and (min-height: 600px)");

/** Whether there is room for a desk: then the own place lies on the felt. */
function useWide() {
  const [is, set] = useState(WIDE.matches);
  useEffect(() => { const on = () => set(WIDE.matches); WIDE.addEventListener("change", on); return () => WIDE.removeEventListener("change", on); }, []);
  return is;
}

/** A wall is laid out for 1920x1080 and drawn at the size of its screen. */
function useFit(isWall) {
  useLayoutEffect(() => {
    if (!isWall) return undefined;
    const fit = () => document.body.style.setProperty("--fit", String(WIDE.matches ? Math.min(innerWidth / 1920, innerHeight / 1080) : 1));
    fit();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, []);
}

function Langs() {
  return html`<nav class="langs" aria-label=${say("language")}>${page.langs.split(" ").map((one) => html`<a href=${`?lang=${one}`} lang=${one} hreflang=${one} aria-current=${one === document.documentElement.lang ? "true" : undefined}>${one}</a>`)}</nav>`;
}

/** @param {{rail: Model.Rail, look: any}} props */
function Rail({ rail, look }) {
  return html`<header class="rail">
    <a class="brand" href="/" aria-label=${`Tapete · ${say("hall")}`}><span class="long">Tapete</span><span class="short" aria-hidden="true">‹</span></a>
    <h1>${rail.title} <small>${rail.table}</small></h1>
    ${page.demo ? html`<strong class="demo-mark">${page.demo}</strong>` : ""}
    <dl class="limits">${(rail.facts || []).map((one) => html`<div key=${one.name}><dt>${one.name}</dt><dd>${one.value}</dd></div>`)}</dl>
    ${(rail.tags || []).filter((one) => one.is_warning).map((one) => html`<span class="tag warn">${one.name} ${one.value}</span>`)}
    ${look}
  </header>`;
}

/**
 * Who one is and what one has.
 * @param {{rail: Model.Rail}} props
 */
function Purse({ rail }) {
  return html`<div class="purse"><span class="me">${rail.me}</span>${rail.seat == null ? "" : html` <small>${say("seat")} ${rail.seat}</small>`}
    ${rail.chips == null ? (rail.posts || []).map((one) => html`<span class="tag">${one}</span>`) : html`<p class="chips-sum"><span>${rail.chips_name || say("my-chips")}</span> <b>${money(rail.chips)}</b></p>`}
    ${rail.purse == null ? "" : html`<p class="house-purse"><small>${say("house-purse")}</small> ${money(rail.purse)}</p>`}</div>`;
}

/** An act that asks one thing, for which something usual can stand there already, is done at one press. */
/** @param {Model.Action} action */
const isInline = ({ fields = [], question }) => fields.length === 1 && !question && (fields[0].kind === "money" ? (fields[0].quick || []).length > 0 : ["choice", "number"].includes(fields[0].kind));
/** @param {Model.Action} action */
const isKeyed = (action) => (action.fields || []).some((one) => one.kind === "card" && one.of);

/**
 * Return what stands in a row of `ask` and what its sheet holds: the usual next act has the room, whatever else there is.
 * @param {Model.Ask} ask @param {boolean} isWide
 */
function shared(ask, isWide) {
  const main = ask.main || [], side = ask.side || [], more = ask.more || [], posts = ask.posts || [];
  const room = isWide && !main.some(isKeyed) ? Math.max(0, 3 - main.length - posts.length) : [2, 2][main.length] ?? 0;
  const beside = side.length + (more.length ? 1 : 0) <= room ? side : side.slice(0, Math.max(0, room - 1));
  return { beside, more: [...side.slice(beside.length), ...more] };
}

/**
 * The place of the usual next act. What its button does never changes within a blink under the finger.
 * @param {{ask: Model.Ask, isWide: boolean, clock: any}} props
 */
function Ask({ ask, isWide, clock }) {
  const [main, isHeld] = useStill(ask.main || []), { beside, more } = shared(ask, isWide), { send, open, tell } = useContext(Page);
  const gone = useRef({ name: "", until: 0 });  // a touch where a button has just been is answered too
  if (main.length) gone.current = { name: main[0].name, until: 0 };
  else gone.current.until ||= performance.now() + LATE_MS;
  const late = ({ target, currentTarget }) => target === currentTarget && gone.current.name && !main.length && performance.now() < gone.current.until && tell(`${gone.current.name}: ${say("moved-on")}`);
  // One act after the other of a kind, as card after card, is one button that keeps the focus.
  const keyOf = (one) => (main.filter((other) => other.tag === one.tag).length > 1 ? idOf(one) : one.tag);
  return html`<section class=${cx("ask", main.some(isKeyed) && "keyed")} id="ask" aria-label=${say("next-step")}>
    <p class=${cx("ask-said", main.length && "now")} role="status">${ask.said || ""}</p>${clock}
    <div class="ask-row" onClick=${late}>${main.map((one) => (isKeyed(one) || (isInline(one) && !one.at_once_name) ? html`<${Form} action=${one} main=${true} held=${isHeld} key=${idOf(one)} />` : html`<${Act} action=${one} main=${true} held=${isHeld} key=${keyOf(one)} />`))}
      ${(ask.posts || []).map((one) => html`<button type="button" class="main" id=${`take-post-${one.id}`} key=${one.id} onClick=${() => send({ form: `take-post-${one.id}`, name: one.name, path: "puesto", fields: [["role", one.id]] })}>${one.name}</button>`)}
      ${beside.map((one) => html`<${Act} action=${one} key=${idOf(one)} />`)}${more.length ? html`<button type="button" class="side more" id="more" aria-haspopup="dialog" onClick=${() => open((now) => (now === "more" ? null : "more"))}>${say("more")}</button>` : ""}</div>
  </section>`;
}

/**
 * Return the last result for as long as one needs to read it, also where the next coup begins before.
 * @param {Model.Result | null | undefined} result
 */
function useHeld(result) {
  const kept = useRef({ result, until: 0 }), [, redraw] = useState(0);
  if (result && JSON.stringify(result) !== JSON.stringify(kept.current.result)) kept.current = { result, until: performance.now() + RESULT_MS };
  const isDue = !result && kept.current.result && performance.now() >= kept.current.until;
  if (isDue) kept.current = { result: null, until: 0 };
  useEffect(() => {
    if (result || !kept.current.result) return;
    const timer = setTimeout(() => redraw((n) => n + 1), kept.current.until - performance.now() + 20);
    return () => clearTimeout(timer);
  });
  return kept.current.result;
}

/** Keep the focus where somebody was: where the button under it has gone, at its region, else at the dock. */
function useFocusKept() {
  const at = useRef({ element: null, region: null });
  useEffect(() => {
    const onFocus = (event) => { at.current = { element: event.target, region: event.target.closest(".sheet, .side-column, .dock, .ask") }; };
    const onOut = (event) => { if (event.target.isConnected && !event.relatedTarget && document.hasFocus()) setTimeout(() => { if (event.target.isConnected) at.current = { element: null, region: null }; }); };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onOut);
    return () => { document.removeEventListener("focusin", onFocus); document.removeEventListener("focusout", onOut); };
  }, []);
  useLayoutEffect(() => {
    const { element, region } = at.current, now = document.activeElement;
    if (!element || element.isConnected || (now && now !== document.body)) return;
    const next = region && region.isConnected && region.matches("[tabindex]") ? region : document.getElementById("dock");
    if (next) next.focus({ preventScroll: true });
  });
}

/**
 * Return what was offered, but another act in the place of one that was there only after a moment.
 * @param {Model.Action[]} main
 * @returns {[Model.Action[], boolean]}
 */
function useStill(main) {
  const shown = useRef({ main, at: performance.now() }), [, redraw] = useState(0);
  const same = (one, other) => one.map(idOf).join() === other.map(idOf).join();
  const wait = shown.current.at + STILL_MS - performance.now();
  useEffect(() => {
    if (same(shown.current.main, main) || !main.length || wait <= 0) return;
    const timer = setTimeout(() => redraw((n) => n + 1), wait);
    return () => clearTimeout(timer);
  });
  if (same(shown.current.main, main)) shown.current.main = main;
  else if (!main.length || !shown.current.main.length || wait <= 0) shown.current = { main, at: performance.now() };
  return [shown.current.main, !same(shown.current.main, main)];
}

/**
 * What happened to the viewer: the result that one cannot miss, then notices.
 * @param {{ask: Model.Ask}} props
 */
function Band({ ask }) {
  const result = useHeld(ask.result);
  return html`<section class="band" id="own-news" role="status" tabindex="0">${result ? html`<p class=${cx("my-result", result.tone)}><b>${result.net ? `${result.net > 0 ? "+" : ""}${money(result.net)}` : money(0)}</b> <span>${result.lines.join(" · ")}</span></p>` : ""}${[...(ask.news || []), ...(ask.obstacles || [])].map((one) => html`<${Notice} notice=${one} />`)}</section>`;
}

/** @param {{why: Model.Why}} props */
function Why({ why }) {
  const form = useRef(null), [asked, setAsked] = useState(/** @type {any} */ (""));
  const ask = async (event) => {
    event.preventDefault();
    const answer = await fetch(`${page.here}/regla?${new URLSearchParams(/** @type {any} */ (new FormData(form.current)))}`, { headers: { Accept: "application/json" } });
    setAsked(answer.ok ? await answer.json() : { clauses: [] });
  };
  return html`<section class="why">${about.how.length ? html`<details class="how"><summary>${say("how-to-play")}</summary><ul>${about.how.map((one) => html`<li>${one}</li>`)}</ul></details>` : ""}<h2>${say("why-now")}</h2><form class="do ask-rule" id="ask-rule" ref=${form} onSubmit=${ask}><label>${say("ask-rule")}<input name="about" id="ask-rule-about" list="rule-topics" maxlength="40" autocomplete="off" /></label><button type="submit" class="side">${say("ask")}</button></form>
    ${about.clauses.length ? html`<details class="about"><summary>${say("about-table")}: ${about.title}</summary><${Clauses} clauses=${about.clauses} /></details>` : ""}${about.odds ? html`<p><a class="button" href=${about.odds}>${say("odds")}</a></p>` : ""}
    <div id="asked" role="status">${asked ? html`${asked.unknown ? html`<p class="note">${asked.unknown}</p>` : ""}<${Clauses} clauses=${asked.clauses} open=${true} />` : ""}</div><${Clauses} clauses=${why.clauses} /></section>`;
}

// --- the page ---------------------------------------------------------------------------------------------------------

function App() {
  const [model, setModel] = useState(first), [skew, setSkew] = useState(first.now - Date.now());
  const [told, setTold] = useState([]), [sent, setSent] = useState({ lost: [], onTheWay: [] });
  const [isFollowing, setFollowing] = useState(false), isWide = useWide();
  const [sheet, setSheet] = useState(null), [isLook, setLook] = useState(false), [chip, setChip] = useState(null), [letters, setLetters] = useState(storedLetters);
  const step = useRef(first.step), wire = useRef(null);
  step.current = model.step;
  const hall = useMemo(() => presses(page.here, (lost, onTheWay) => setSent({ lost, onTheWay }), (press, answer) => {
    if (answer.kind !== "preview") setTold((before) => [...before.filter((one) => one.form !== press.form && (one.kind === "refused" || one.lostName)).slice(-2), { ...answer, id: press.press, form: press.form, lostName: press.wasLost ? press.name : "", step: step.current, until: performance.now() + (answer.kind === "refused" || answer.sentence || press.wasLost ? READ_MS : SAID_MS) }]);
    wire.current && wire.current.again();
  }), []);
  useEffect(() => {
    hall.askAll();  // what was on its way when the page was left
    wire.current = follow(page.here, {
      rests: first.screen === "player", onBack: hall.askAll,
      onMessage: (message) => {
        setFollowing(true);
        if (message.goes_on) { location.replace(message.goes_on); return; }
        setSkew(message.now - Date.now());
        setModel((before) => merged(before, message));
      },
    });
  }, []);
  useEffect(() => {
    // A player's refusal stays until the table has gone on and it could be read; an official's until they put it away.
    const timer = setInterval(() => setTold((before) => {
      const left = before.filter((one) => performance.now() < one.until || (one.kind === "refused" && (isStaff(first.screen) || one.step === step.current)));
      return left.length === before.length ? before : left;
    }), 300);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => { document.body.classList.toggle("letters-off", !letters); storeLetters(letters); }, [letters]);
  useKeys(letters, () => setSheet("keys"));

  const { rail, felt, ask, roads, why, desk } = model.regions;
  const rack = ask.rack || [];
  const chosen = rack.some((one) => one.value === chip) ? chip : rack.length ? rack[0].value : 0;
  const tell = (sentence) => setTold((before) => [...before.filter((one) => one.form !== "told"), { id: `told-${performance.now()}`, form: "told", kind: "refused", code: "not-now", heading: `${say("not-now")}.`, sentence: (sentence || "").replace(/^./u, (first) => first.toLocaleUpperCase(lang)), clauses: [], step: step.current, until: performance.now() + READ_MS }]);
  const context = { step: model.step, send: hall.press, open: setSheet, tell, here: page.here };
  const isWall = model.screen === "public";
  useFit(isWall);
  const all = [...(ask.main || []), ...(ask.side || []), ...(ask.more || []), ...((desk && desk.reports) || []), ...((desk && desk.corrections) || []), ...(desk && desk.rulebook ? [desk.rulebook] : []), ...actsOf(model.regions)];
  const opened = sheet && sheet.tag ? all.find((one) => idOf(one) === idOf(sheet)) || (sheet.stays ? sheet : null) : null;
  useEffect(() => { if (sheet && sheet.tag && !opened) setSheet(null); });
  const noting = desk && desk.noting, close = () => setSheet(null);
  const onTap = noting ? (seat) => { const [who] = noting.people.find(([, name, number]) => (seat.number ? number === seat.number : name === seat.name)) || []; setSheet({ place: seat.number, who, name: who && seat.name }); } : undefined;
  useFocusKept();
  const clock = html`<${Clock} clock=${felt.clock} skew=${skew} />`, isPlaced = !isWall && (ask.spots || []).length > 0;
  const spots = isPlaced ? html`<${Spots} ask=${ask} chip=${chosen} onTheWay=${sent.onTheWay} />` : null;
  const lookButton = isWide || isWall ? "" : html`<button type="button" class="look" aria-label=${say("look")} aria-expanded=${isLook} onClick=${() => setLook(!isLook)}>☰</button>`;

  return html`<${Page.Provider} value=${context}>
    ${isWall ? "" : html`<a class="skip" href="#dock">${say("to-desk")}</a>`}
    <${Rail} rail=${rail} look=${isWide && !isWall ? html`<${Langs} />` : lookButton} />
    ${model.successor ? html`<p class="goes-on" role="status">${say("goes-on", { table: model.successor })} <a href=${`/mesa/${model.successor}`}>${model.successor}</a></p>` : ""}
    <${Answers} told=${told} ...${sent} onDismiss=${(id) => setTold((before) => before.filter((one) => one.id !== id))} again=${hall.again} drop=${hall.drop} />
    <main class="table" id="live" data-version=${model.v} data-step=${model.step} data-following=${isFollowing ? "yes" : undefined}>${drawFelt({ felt, ask, desk, rail, screen: model.screen, clock, roads, spots: isWide ? spots : null, onTap })}</main>
    ${isWall ? "" : html`
    <aside class=${cx("side-column", isLook && "shown")} aria-label=${say("look")}>
      <div class="book">${(rail.tags || []).map((one) => (one.about ? html`<${Term} name=${one.value} about=${one.about} key=${one.value} />` : html`<span key=${one.value}>${`${one.name} ${one.value}`.trim()}</span>`))}</div>
      ${drawColumn ? drawColumn({ felt, ask, desk, screen: model.screen }) : desk ? html`<${Desk} desk=${desk} />` : ""}${(ask.notes || []).length ? html`<section class="log" id="noted-by-table"><h2>${say("noted-by-table")}</h2><ol>${ask.notes.map((one) => html`<li><time>${one.time}</time> ${one.text}</li>`)}</ol></section>` : ""}${drawColumn ? "" : html`<${Roads} roads=${roads} columns=${12} />`}
      ${page.back ? html`<details class="return-link"><summary>${say("return-link")}</summary><p>${say("return-help")}</p><p><a href=${page.back}>${page.back}</a></p></details>` : ""}
      ${drawColumn ? "" : html`<${Sound} name=${say("sound")} words=${(felt.said || []).join(". ")} turn=${(ask.main || []).map(idOf).join()} />`}
      <button type="button" class="side" onClick=${() => setSheet("keys")}>${say("keys")}</button>
      ${isWide ? "" : html`<p class="note"><a href="/">${say("hall")}</a></p><${Langs} />`}
      <${Why} why=${why} />
      <form class="do" id="leave-device" method="post" action=${`${page.here}/salir`}><button type="submit" class="side">${say("player-leave")}</button></form>
    </aside>
    <footer class=${cx("dock", isPlaced && "with-rack")} id="dock" tabindex="-1" aria-label=${say("next-step")}>
      <${Purse} rail=${rail} />
      <${Band} ask=${ask} />
      ${isPlaced ? html`<${Rack} ask=${ask} chip=${chosen} setChip=${setChip} />` : ""}
      ${isWide ? "" : spots}
      <${Ask} ask=${ask} isWide=${isWide} clock=${clock} />
    </footer>
    ${opened ? html`<${Sheet} title=${opened.name} actions=${[opened]} clock=${clock} onClose=${close} />` : ""}
    ${sheet === "more" ? html`<${Sheet} title=${say("more")} actions=${shared(ask, isWide).more} clock=${clock} onClose=${close} />` : ""}
    ${sheet === "happened" ? html`<${Sheet} title=${say("desk-report-title")} onClose=${close}><${Report} accidents=${(desk && desk.accidents) || []} onDone=${close} /><//>` : ""}
    ${sheet && sheet.place != null && noting ? html`<${Sheet} title=${sheet.name || (sheet.who ? noting.rest_name : sheet.place ? `${say("seat")} ${sheet.place}` : say("note-stand"))} onClose=${close}><${Note} noting=${noting} seat=${sheet.place} who=${sheet.who} onDone=${close} key=${sheet.who || sheet.place} /><//>` : ""}
    ${sheet === "keys" ? html`<${Sheet} title=${say("keys")} onClose=${close}><p>${say("keys-help")}</p><p><label><input type="checkbox" id="use-letters" checked=${letters} onChange=${(event) => setLetters(event.target.checked)} /> ${say("keys-use")}</label></p><//>` : ""}`}
  <//>`;
}

// --- keys -------------------------------------------------------------------------------------------------------------

const LETTERS_KEY = "tapete-letters";
function storedLetters() { try { return localStorage.getItem(LETTERS_KEY) !== "off"; } catch { return true; } }
function storeLetters(letters) { try { localStorage.setItem(LETTERS_KEY, letters ? "on" : "off"); } catch { /* then for this page alone */ } }
const isTyping = (at) => at instanceof HTMLElement && (at.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && !/^(radio|checkbox)$/.test(/** @type {any} */ (at).type)));

/** Letters press the buttons that show them, figures choose chips, `?` tells the keys, F2 opens a report. */
function useKeys(letters, help) {
  useEffect(() => {
    const onKey = (press) => {
      if (press.key === "Escape" && isTyping(press.target)) { document.getElementById("dock")?.focus({ preventScroll: true }); return; }
      if (press.key === "F2") { const report = /** @type {HTMLElement} */ (document.querySelector("#open-report, [id^=open-do-report]")); if (report) { press.preventDefault(); report.click(); } return; }
      if (!letters || press.ctrlKey || press.metaKey || press.altKey || press.repeat || isTyping(press.target)) return;
      if (press.key === "?") { press.preventDefault(); help(); return; }
      const key = press.key.toLowerCase();
      const found = /^[1-9]$/.test(key) ? document.querySelectorAll(`[data-digit="${key}"]`) : /^([a-z]|backspace)$/.test(key) ? document.querySelectorAll(`button[data-key="${key}"]:not([disabled])`) : [];
      const button = [...found].find((one) => one.checkVisibility());
      if (button) { press.preventDefault(); button.click(); }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [letters]);
}

// The second click of a double click is no press, whatever lies there by then; chips are laid as quickly as one likes.
const EACH = ".box, .tool, .chip-choice, .amount-choice, .suit";
let clickedAt = -Infinity;
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("button");
  if (!button || button.matches(EACH)) return;
  if (event.detail > 1 && event.timeStamp - clickedAt < STILL_MS) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  clickedAt = event.timeStamp;
}, true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target instanceof Element && event.target.closest("button")) event.preventDefault();
}, true);

render(html`<${App} />`, document.getElementById("stage"));
