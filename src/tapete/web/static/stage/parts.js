// The parts of a table, each in every state: cards, hands, chips, seats, spots, clock, clauses.

import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { money, say } from "./text.js";

/** @type {[number, string, boolean?][]} */
const DENOMINATIONS = [
  [1_000_000, "wine", true], [500_000, "teal", true], [100_000, "amber", true], [50_000, "violet"], [10_000, "black"],
  [2_500, "green"], [500, "rose"], [250, "sky"], [100, "ivory"],
];
export const COLOURS = {
  wine: "#6f1230", teal: "#0f6f78", amber: "#c77d12", violet: "#6b3fa0", black: "#23272b", green: "#16804f", rose: "#c22a45",
  sky: "#3f8fc4", ivory: "#cfc5a5",
};
const MOST_CHIPS = 5;

export const cx = (...names) => names.filter(Boolean).join(" ");

/**
 * A card: its face, or its back; a third one lies across.
 * @param {{card: Model.Card}} props
 */
export function Card({ card }) {
  return html`<svg class=${cx("card", card.face ? "up" : "down", card.is_third && "across")} viewBox="0 0 100 140" role="img" aria-label=${card.name} key=${card.face}><use href=${card.face ? `#card-${card.face}` : "#card-back"} /></svg>`;
}

/**
 * A hand keeps its room while it is empty; its total is what one reads from afar.
 * @param {{hand: Model.Hand, squeeze?: {lift: number, handlers: object}, clause?: string, children?: any}} props
 */
export function Hand({ hand, squeeze = { lift: 0, handlers: {} }, clause, children }) {
  const cards = hand.cards || [], numbers = cards.filter((one) => one.number);
  const state = cx("hand", hand.id, hand.is_winner && "winner", hand.is_past && "past", hand.is_own && "own", hand.is_private && "private");
  const may = Object.keys(squeeze.handlers).length > 0;
  return html`<section class=${state} id=${`hand-${hand.id}`} aria-label=${hand.name} data-clause=${clause}>
    <h2 key=${hand.owner || ""}>${hand.name}${hand.owner ? html` <small>${hand.owner}</small>` : ""}</h2>
    <b class="total">${hand.total == null ? "" : html`<span class="quiet">${say("total")} </span>${hand.total}`}</b>
    <div class=${cx("cards", may && "squeezed")} style=${may ? { "--lift": squeeze.lift } : undefined} title=${may ? say("squeeze") : undefined} ...${squeeze.handlers}>${cards.map((one) => html`<${Card} card=${one} />`)}${cards.length ? "" : html`<i class="slot"></i><i class="slot"></i>`}</div>
    <p class="hand-note">${numbers.length ? numbers.map((one) => `n.º ${one.number}`).join(" · ") : hand.note || ""}</p>${children}
  </section>`;
}

export function Chip({ value, colour, plaque = false, hidden = true }) {
  const text = money(value, { sign: false }), size = plaque ? 31 : { 1: 40, 2: 38, 3: 31, 4: 25 }[text.length] || 20, middle = plaque ? 70 : 50;
  const name = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": money(value) }, body = { fill: COLOURS[colour], stroke: "#00000080", "stroke-width": 2 };
  return html`<svg class=${cx("chip", plaque && "plaque")} viewBox=${`0 0 ${2 * middle} 100`} ...${name}>${plaque
    ? html`<rect x="3" y="3" width="134" height="94" rx="14" ...${body} /><rect x="12" y="12" width="116" height="76" rx="9" fill="#fffdf6" />`
    : html`<circle cx="50" cy="50" r="47" ...${body} /><circle cx="50" cy="50" r="39" fill="none" stroke="#fff" stroke-width="14" stroke-dasharray="15.3" /><circle cx="50" cy="50" r="31" fill="#fffdf6" />`}<text x=${middle} y=${50 + size * 0.35} font-size=${size} font-weight="800" fill="#16191c" text-anchor="middle">${text}</text></svg>`;
}

/** Return the chips of an amount, the greatest first, and what they leave of it. */
export function chipsOf(amount, most = MOST_CHIPS) {
  const chips = [];
  let left = amount;
  for (const [value, colour, plaque] of DENOMINATIONS) while (left >= value && chips.length < most) { chips.push({ value, colour, plaque }); left -= value; }
  return { chips, left };
}

/** Chips of an amount, at most five; only where their values add up to it are values printed on them. */
export function Pile({ amount, name, isOwn = false }) {
  if (!amount) return null;
  const { chips, left } = chipsOf(amount);
  return html`<span class=${cx("pile", isOwn && "own", left > 0 && "blank")} key=${amount}><span class="chips" aria-hidden="true">${chips.reverse().map((one) => html`<${Chip} ...${one} />`)}</span><b>${name ? html`<span class="quiet">${name} </span>` : ""}${money(amount)}</b></span>`;
}

/** Return the chips of an amount as a croupier counts them out: `2×25 + 1×5`. */
export function counted(amount) {
  const found = [];
  let left = amount;
  for (const [value] of DENOMINATIONS) { const many = Math.floor(left / value); if (many) found.push(`${many}×${money(value, { sign: false })}`); left -= many * value; }
  return found.join(" + ") + (left ? ` + ${money(left)}` : "");
}

function MachineMark() {
  return html`<svg class="machine-mark" width="14" viewBox="0 0 20 20" fill="none" stroke="var(--faint)" stroke-width="1.5" role="img" aria-label=${say("machine")}><title>${say("machine")}</title><path d="M10 2v4M4 7h12v9H4zM1.5 10v3M18.5 10v3" /><circle cx="7.6" cy="11" r="1.3" /><circle cx="12.4" cy="11" r="1.3" /></svg>`;
}

/**
 * A numbered place with what lies before it. `spots` are the bets of a place; without them piles lie side by side.
 * @param {{seat: Model.Seat, spots?: string[], shows?: Record<string, string>, onTap?: (seat: Model.Seat) => void}} props
 */
export function Seat({ seat, spots = [], shows = {}, onTap }) {
  const state = cx("seat", seat.is_taken ? "taken" : "free", seat.is_own && "own", seat.is_away && "is-away", seat.is_banker && "banker", seat.is_holder && "holder", seat.is_asked && "asked");
  const piles = seat.piles || [];
  const laid = spots.length
    ? spots.map((bet) => { const pile = piles.find((one) => one.id === bet); return html`<span class=${`spot ${bet}`} data-clause=${shows[`spot-${bet}`]}>${pile ? html`<${Pile} ...${pile} />` : html`<i aria-hidden="true">${say(`letter-${bet}`)}</i>`}</span>`; })
    : piles.map((pile) => html`<span class="laid"><${Pile} ...${pile} isOwn=${pile.is_own} /><i>${pile.name}</i></span>`);
  return html`<li class=${state} data-seat=${seat.number || ""}>
    <div class="before">${laid}</div>
    <p class="who">${onTap ? html`<button type="button" class="tap" aria-haspopup="dialog" aria-label=${`${say("seat")} ${seat.number}: ${seat.name}`} onClick=${() => onTap(seat)}></button>` : ""}${seat.number ? html`<b class="number">${seat.number}</b> ` : ""}<span class="name" title=${seat.name}>${seat.name}</span>${seat.is_machine ? html`<${MachineMark} />` : ""}${seat.behind ? html` <small>${say("behind", { seat: seat.behind })}</small>` : ""}</p>
    <p class="marks">${(seat.marks || []).map((one) => html`<span class="mark">${one}</span>`)}</p>
  </li>`;
}

/**
 * Time that runs: a bar that empties, and the seconds that are left. `skew` is the server's clock minus ours.
 * @param {{clock: Model.Clock | null | undefined, skew: number}} props
 */
export function Clock({ clock, skew }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => { const timer = setInterval(() => setNow(Date.now()), 250); return () => clearInterval(timer); }, []);
  const left = clock ? Math.max(0, clock.ends - now - skew) : 0;
  const state = cx("clock", !left && "empty", left && left < 5_000 && "late");
  return html`<p class=${state} role="timer" key=${clock ? `${clock.name}${clock.ends}` : ""}>${left ? html`<i class="bar" style=${{ width: `${Math.min(100, (left / clock.total) * 100)}%` }}></i><span>${clock.warning && left <= clock.warns ? html`<strong role="alert">${clock.warning}</strong>` : clock.name}</span> <b>${Math.ceil(left / 1000)} s</b>` : ""}</p>`;
}

/**
 * Clauses are sentences first; the code stands small behind, and opens its page.
 * @param {{clauses?: Model.Clause[], open?: boolean}} props
 */
export function Clauses({ clauses = [], open = false }) {
  return html`<ul class="clauses">${clauses.map((one, at) => html`<li key=${`${at} ${one.id}`}><details open=${open && at === 0}><summary><span lang=${one.lang || undefined}>${one.rule}</span></summary><p class="source">${one.source} · <a href=${`/clausula/${one.id}`}>${one.id}</a></p></details></li>`)}</ul>`;
}

/** A word that not everybody knows, with what it means. @param {{name: any, about: string}} props */
export function Term({ name, about }) {
  return html`<details class="term"><summary title=${about}>${name}</summary><p>${about}</p></details>`;
}

/** @param {{notice: Model.Notice}} props */
export function Notice({ notice }) {
  return html`<div class=${cx("notice", notice.tone)}><p>${notice.text}</p>${notice.clauses ? html`<${Clauses} clauses=${notice.clauses} />` : ""}</div>`;
}
