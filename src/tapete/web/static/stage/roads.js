// Five roads and the counts. They say what came out and nothing about what comes.

import { html } from "../vendor/preact-htm.module.js";
import { say } from "./text.js";

const ROWS = 6, SIZE = 20;

function Sheet({ name, kind, columns, rows = ROWS, children }) {
  const across = Array.from({ length: columns - 1 }, (_, at) => `M${(at + 1) * SIZE} 0V${rows * SIZE}`).join("");
  const down = Array.from({ length: rows - 1 }, (_, at) => `M0 ${(at + 1) * SIZE}H${columns * SIZE}`).join("");
  return html`<svg class=${`road ${kind}`} viewBox=${`-1 -1 ${columns * SIZE + 2} ${rows * SIZE + 2}`} role="img" aria-label=${name}><rect width=${columns * SIZE} height=${rows * SIZE} fill="#f3efe2" stroke="#00000024" /><path d=${across + down} stroke="#00000024" stroke-width=".7" />${children}</svg>`;
}

/**
 * The cells of the last columns, counted anew from the first that is in sight.
 * @param {Model.Cell[]} cells @param {number} columns
 */
const lastOf = (cells, columns) => {
  const first = Math.max(0, ...cells.map((one) => one.column + 1)) - columns;
  return first <= 0 ? cells : cells.filter((one) => one.column >= first).map((one) => ({ ...one, column: one.column - first }));
};
/** @param {Model.Cell} cell */
const at = (cell) => [cell.column * SIZE + SIZE / 2, cell.row * SIZE + SIZE / 2];
/** @param {{cell: Model.Cell, x: number, y: number}} props */
const Pairs = ({ cell, x, y }) => /** @type {[string, number, number][]} */ ([["punto", 6, 6], ["banca", -6, -6]]).map(([side, dx, dy]) => (cell.pairs === side || cell.pairs === "both" ? html`<circle class=${side} cx=${x + dx} cy=${y + dy} r="2.6" fill="var(--bead)" />` : ""));

/** @param {{cells: Model.Cell[], columns: number}} props */
function Bead({ cells, columns }) {
  return html`<${Sheet} name=${say("bead-plate")} kind="bead-plate" columns=${columns}>${cells.map((cell) => { const [x, y] = at(cell); return html`<g class=${`bead ${cell.kind}`}><circle cx=${x} cy=${y} r="8.4" fill="var(--bead)" /><text x=${x} y=${y + 4} fill="#fff">${say(`letter-${cell.kind}`)}</text>${Pairs({ cell, x, y })}</g>`; })}<//>`;
}

/** @param {{cells: Model.Cell[], columns: number}} props */
function Big({ cells, columns }) {
  return html`<${Sheet} name=${say("big-road")} kind="big-road" columns=${columns}>${cells.map((cell) => {
    const [x, y] = at(cell);
    return html`<g class=${cell.kind}><circle cx=${x} cy=${y} r="7.4" fill="none" stroke="var(--bead)" stroke-width="2.6" /><text class="small" x=${x} y=${y + 3}>${say(`letter-${cell.kind}`)}</text>${cell.ties ? html`<path d=${`M${x - 8} ${y + 8}L${x + 8} ${y - 8}`} stroke="#1d7a46" stroke-width="2" />` : ""}${cell.ties > 1 ? html`<text class="small" x=${x + 6} y=${y + 9}>${cell.ties}</text>` : ""}${Pairs({ cell, x, y })}</g>`;
  })}<//>`;
}

const DERIVED = {
  big_eye: (x, y) => html`<circle cx=${x} cy=${y} r="7" />`,
  "small-road": (x, y) => html`<circle cx=${x} cy=${y} r="7" fill="currentcolor" />`,
  cockroach: (x, y) => html`<path d=${`M${x - 6} ${y + 6}L${x + 6} ${y - 6}`} />`,
};

/** @param {{roads: Model.Roads, columns: number, derived?: number}} props `columns` of the bead plate; the big road has twice as many. */
export function Roads({ roads, columns, derived = columns * 2 }) {
  const hasPlates = roads.has_plates !== false;
  return html`<section class="roads" aria-label=${say("roads")}>
    <p class="counts">${(roads.counts || []).map((one) => html`<span class="count">${one.name} <b>${one.value}</b></span>`)}</p>
    ${hasPlates ? html`<${Bead} cells=${roads.bead || []} columns=${columns} /><${Big} cells=${roads.big || []} columns=${columns * 2} />` : ""}
    ${roads.lines || !hasPlates ? html`<ol class="past-coups" tabindex="0">${(roads.lines || []).map((one) => html`<li><b>${one.name}</b> ${one.value}</li>`)}</ol>` : html`<section class="derived">${Object.entries(DERIVED).map(([name, draw]) => html`<${Sheet} name=${say(name)} kind=${name} columns=${derived}>${lastOf(roads[name === "small-road" ? "small" : name] || [], derived).map((cell) => html`<g fill="none" stroke="currentcolor" stroke-width="3" color=${cell.kind === "red" ? "#b3203a" : "#1f5fbf"}>${draw(...at(cell))}</g>`)}<//>`)}</section>`}
    <p class="note">${say("roads-note")}</p>
  </section>`;
}
