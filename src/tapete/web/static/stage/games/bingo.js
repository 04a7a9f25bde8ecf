// The felt of a bingo hall: the ball, what is said, prizes, board, called cartones; a player's cartones; the wall.

import { html, useContext, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact-htm.module.js";
import { Act, Page } from "../acts.js";
import { cx, Notice } from "../parts.js";
import { Sound } from "../sound.js";
import { money, say } from "../text.js";
import { Blocks, DeskColumn, Work } from "./bingo_desk.js";

const { here, back } = document.body.dataset, table = here.split("/")[2];
const NINETY = Array.from({ length: 90 }, (_, at) => at + 1);

// Whether the pages mark by themselves, as somebody wants it in this browser: asked in the column, obeyed on the felt.
const AUTO_KEY = "tapete-bingo-auto", marking = { wanted: true, heard: new Set() };
try { marking.wanted = localStorage.getItem(AUTO_KEY) !== "off"; } catch { /* then as usual */ }
function want(isOn) {
  marking.wanted = isOn;
  marking.heard.forEach((tell) => tell(isOn));
  try { localStorage.setItem(AUTO_KEY, isOn ? "on" : "off"); } catch { /* then for this page alone */ }
}
function useWanted() {
  const [isOn, setOn] = useState(marking.wanted);
  useEffect(() => { marking.heard.add(setOn); return () => { marking.heard.delete(setOn); }; }, []);
  return isOn;
}

const Ball = ({ number, kind = "" }) => html`<span class=${cx("ball", kind)} key=${number}>${number}</span>`;

/** The last ball, as large as there is room for, and those before it; it stays in sight wherever one scrolls. */
function Balls({ felt }) {
  return html`<div class="balls">
    <p class="last" role="status">${felt.last == null ? html`<span class="no-ball">${(felt.numbers || []).length ? "" : say("bingo-no-ball")}</span>` : html`<span class="quiet">${say("bingo-last-ball")}</span><${Ball} number=${felt.last} kind="huge" />`}</p>
    <p class="spoken" lang="es" key=${felt.words}>${felt.words || ""}</p>
    <ol class="before" aria-label=${say("bingo-balls-before")}>${(felt.before || []).map((one) => html`<li><${Ball} number=${one} /></li>`)}</ol>
  </div>`;
}

function Said({ felt, clock }) {
  return html`<div class="moment">
    <p class="phase">${felt.game ? html`<b>${felt.game}</b> · ` : ""}<span>${felt.phase}</span>${felt.waits ? html` <span class="waits">${felt.waits}</span>` : ""}</p>
    <p class=${cx("said", (felt.said || []).join().length > 80 && "long")} lang="es" aria-live="polite" aria-atomic="true">${(felt.said || []).map((one) => html`<q key=${one}>${one}</q>`)}</p>
    ${(felt.notes || []).map((one) => html`<${Notice} notice=${one} />`)}
    ${(felt.absent || []).map((one) => html`<p class="absent" role="status">${one}</p>`)}${clock}
  </div>`;
}

function Prizes({ felt }) {
  return html`<dl class="prizes" aria-label=${say("bingo-prizes")}>${(felt.prizes || []).map((one) => html`<div class=${cx("prize", one.winners && "won")} key=${one.id}><dt>${one.name}</dt><dd class="sum">${money(one.amount)}</dd><dd class="winners">${one.winners || ""}</dd></div>`)}</dl>`;
}

function Board({ felt }) {
  const lit = new Set((felt.numbers || []).filter((one) => !(felt.unshown || []).includes(one)));
  return html`<section class="board" aria-label=${say("bingo-board")}><p class="count"><b>${lit.size}</b> / 90</p>
    <ol>${NINETY.map((one) => html`<li key=${one} class=${cx(lit.has(one) && "lit", one === felt.last && lit.has(one) && "newest")}>${one}</li>`)}</ol></section>`;
}

/** The squares of a cartón; `press` makes each number a button by which it is marked. */
function Squares({ rows, isOut, press }) {
  return html`<table class="squares"><tbody>${rows.map((row) => html`<tr>${row.map((one) => (!one ? html`<td class="blank"></td>` : html`<td class=${cx(isOut(one) && "out")}>${press ? html`<button type="button" aria-pressed=${isOut(one)} onClick=${() => press(one)}>${one}</button>` : one}</td>`))}</tr>`)}</tbody></table>`;
}

function Calls({ felt }) {
  const out = new Set(felt.numbers || []), calls = felt.calls || [];
  return html`<div class=${cx("calls", `n${Math.min(6, calls.length)}`)}>${calls.map((one) => html`<article class=${cx("called", one.is_right === true && "right", one.is_right === false && "wrong")} key=${one.title + one.series}>
    <h2>${one.title} <small>${one.series}</small></h2>
    ${(one.rows || []).length ? html`<${Squares} rows=${one.rows} isOut=${(n) => out.has(n)} />` : ""}
    <p class="finding">${one.finding || ""}</p>
    ${(one.actions || []).length ? html`<div class="call-acts">${one.actions.map((act) => html`<${Act} action=${act} key=${act.tag + act.variant} />`)}</div>` : ""}
  </article>`)}</div>`;
}

/** A call with a cartón: what it lacks stands on the button; one that lacks something is asked again first. */
function Claim({ carton, claim, command, hidesLacks }) {
  const { step, send, open } = useContext(Page);
  const name = say(`bingo-call-${claim.prize}`), form = `call-${claim.prize}-${carton.card}`;
  const press = () => (claim.lacks
    ? open({ tag: "call-prize", name: `${name} ${carton.title}`, fixed_fields: { prize: claim.prize, card: carton.card }, command, question: `${hidesLacks ? "" : `${carton.title}: ${claim.note}. `}${say("bingo-call-asked")}`, consent: say(`bingo-call-${claim.prize}-yes`), stays: true })
    : send({ form, name, fields: [["act", "call-prize"], ["at", step], ["command", command], ["prize", claim.prize], ["card", carton.card]] }));
  return html`<button type="button" id=${form} class=${cx("claim", claim.prize, !claim.lacks && !hidesLacks && "ready")} disabled=${Boolean(claim.why_not)} title=${claim.why_not || undefined} aria-haspopup=${claim.lacks ? "dialog" : undefined} onClick=${press}>${name} <small>${hidesLacks ? "" : claim.note}</small></button>`;
}

function Carton({ carton, state, ask, out, isAuto, moved }) {
  const { step, send } = useContext(Page);
  const marks = new Set(carton.marks || []), isOut = (one) => marks.has(one) || (isAuto && out.has(one));
  const mark = ask.mark && ((number) => send({ form: `mark-${carton.card}`, name: String(number), isEach: true, fields: [["act", "mark-number"], ["at", step], ["command", ask.mark], ["card", carton.card], ["number", String(number)]] }));
  const claims = state.claims || [];
  return html`<li class=${cx("carton", isAuto && claims.some((one) => !one.lacks && !one.why_not) && "ready")} id=${`carton-${carton.card.replace("/", "-")}`} style=${{ transform: moved }}>
    <h2>${carton.title} <small>${carton.series || ""} ${carton.print || ""}</small>${carton.note ? html` <strong>${carton.note}</strong>` : ""}</h2>
    <${Squares} rows=${carton.rows || []} isOut=${isOut} press=${isAuto ? null : mark} />
    <div class="claims">${claims.map((one) => (one.is_asked ? html`<p class=${cx("claim asked", one.prize)} key=${one.prize}>${say(`bingo-call-${one.prize}`)} <small>${one.note}</small></p>` : html`<${Claim} carton=${carton} claim=${one} command=${ask.claim} hidesLacks=${!isAuto} key=${one.prize} />`))}</div>
  </li>`;
}

function Cartones({ felt, ask, desk }) {
  const isAuto = useWanted() && Boolean(desk.has_automatic_marks), out = new Set(felt.numbers || []);
  const printed = new Map((desk.cartones || []).map((one) => [one.card, one]));
  const states = (isAuto ? ask.cartones || [] : (desk.cartones || []).map((one) => (ask.cartones || []).find((state) => state.card === one.card))).filter((one) => one && printed.has(one.card));
  const list = useRef(null), [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const measure = () => setColumns(getComputedStyle(list.current).gridTemplateColumns.split(" ").length), watch = new ResizeObserver(measure);
    watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  // Each keeps its place among the elements and is shown where it stands in the order: nothing is laid out anew by a ball.
  const by = (from, to) => `calc(${to - from} * (100% + var(--gap)))`;
  const shown = (desk.cartones || []).map((one) => one.card).filter((card) => states.some((state) => state.card === card));
  const moved = (from, to) => `translate(${by(from % columns, to % columns)}, ${by(Math.floor(from / columns), Math.floor(to / columns))})`;
  return html`<section class="cartones-part" aria-label=${say("bingo-my-cards")}>
    ${desk.empty || !states.length ? html`<p class="empty">${desk.empty || ""}</p>` : isAuto ? "" : html`<p class="note">${say("bingo-marks-help")}</p>`}
    ${(ask.wishes || []).map((one) => html`<section class="wishes" key=${one.series}><h2>${one.title}</h2><${Blocks} sale=${one} /></section>`)}
    <ul class=${cx("cartones", !isAuto && "by-hand")} ref=${list}>${shown.map((card, at) => { const place = states.findIndex((one) => one.card === card); return html`<${Carton} carton=${printed.get(card)} state=${states[place]} ask=${ask} out=${out} isAuto=${isAuto} moved=${place === at ? "none" : moved(at, place)} key=${card} />`; })}</ul>
    <${Calls} felt=${felt} />
  </section>`;
}

function Marking({ desk }) {
  const isOn = useWanted();
  return desk.has_automatic_marks ? html`<label class="voice"><input type="checkbox" id="auto-marks" checked=${isOn} onChange=${(event) => want(event.target.checked)} /> ${say("bingo-auto-marks")}</label>` : "";
}

/** A voice that calls the balls. */
const Voice = ({ felt, isQuiet = false }) => html`<${Sound} name=${say("bingo-say-balls")} words=${felt.words || ""} isQuiet=${isQuiet} />`;

/** How one comes in by telephone: the code of the hall, and its address for whoever has no camera. */
const Join = () => html`<p class="join"><img width="240" src=${`/mesa/${table}/qr.svg`} alt=${say("ui-invite-code")} /><span>${say("bingo-join")}<b>${(back || location.origin).replace(/^https?:\/\//, "")}</b></span></p>`;

function Wall({ felt, rail, clock }) {
  const hasCalls = (felt.calls || []).length > 0;
  const figures = html`<div class="before-balls"><dl class="figures">${(rail.facts || []).map((one) => html`<div key=${one.name}><dt>${one.name}</dt><dd>${one.value}</dd></div>`)}</dl><${Join} /></div>`;
  return html`<div class="hall wall"><div class=${cx("now", (felt.notes || []).length > 1 && "crowded")}>${hasCalls ? html`<${Calls} felt=${felt} />` : felt.last == null ? figures : html`<${Balls} felt=${felt} />`}<${Said} felt=${felt} clock=${clock} /></div>
    <${Board} felt=${felt} /><${Prizes} felt=${felt} /><${Voice} felt=${felt} isQuiet=${true} /></div>`;
}

/** @param {{felt: object, ask: object, desk: object, rail: object, screen: string, clock: object}} props */
export function felt({ felt, ask, desk, rail, screen, clock }) {
  if (screen === "public") return html`<${Wall} felt=${felt} rail=${rail} clock=${clock} />`;
  return html`<div class=${cx("hall", screen === "player" ? "of-player" : "of-post")}>
    <header class="strip"><${Balls} felt=${felt} /><${Said} felt=${felt} /><${Prizes} felt=${felt} /></header>
    <div class="under">${screen === "player" ? html`<${Cartones} felt=${felt} ask=${ask} desk=${desk} />` : html`<div class="post-work"><${Work} desk=${desk} ask=${ask} /><${Calls} felt=${felt} /></div><${Board} felt=${felt} />`}</div>
  </div>`;
}

/** The column beside: the board, then what a player or an official reads now and then. */
export function column({ felt, desk, screen }) {
  return html`${screen === "player" ? html`<${Board} felt=${felt} /><${Marking} desk=${desk} />` : ""}<${Voice} felt=${felt} />
    ${screen === "player" ? html`${(desk.movements || []).length ? html`<details class="movements" open><summary>${say("bingo-my-movements")}</summary><ul>${desk.movements.map((one) => html`<li>${one.name} <b>${one.value}</b></li>`)}</ul></details>` : ""}` : html`<${DeskColumn} desk=${desk} />`}`;
}

/** The acts that lie on this felt and in this column. */
export const acts = ({ felt, desk }) => [...((desk && desk.sections) || []).flatMap((one) => one.actions || []), ...(felt.calls || []).flatMap((one) => one.actions || [])];
