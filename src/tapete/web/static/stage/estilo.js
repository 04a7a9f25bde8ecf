// Every part of a table in every state, for whoever draws or judges them.

import { html, render, useState } from "../vendor/preact-htm.module.js";
import { Act, Form, Page, Rack, Spots } from "./acts.js";
import { Slip } from "./desk.js";
import { felt as bingo } from "./games/bingo.js";
import { felt as cards } from "./games/cards.js";
import { Card, Clauses, Clock, Hand, Notice, Pile, Seat } from "./parts.js";
import { Roads } from "./roads.js";
import { Incident } from "./rulings.js";
import { say } from "./text.js";
import { Tile } from "./tile.js";

const card = (face, more = {}) => ({ face, name: face || say("card-down"), ...more });
const hand = (id, more) => ({ id, name: id === "punto" ? "Punto" : "Banca", ...more });
const clause = { id: "PB.M4.01", rule: "El punto que suma de cero a cinco pide carta.", source: "Anexo" };
const action = (tag, name, more = {}) => ({ tag, name, command: tag, ...more });
const bead = [..."BBPPPBEBBPB"].map((one, at) => ({ column: Math.floor(at / 6), row: at % 6, kind: { B: "banca", P: "punto", E: "empate" }[one], pairs: at % 4 ? "" : "both" }));

const DERIVED = [..."rbbrrrb"].map((one, at) => ({ column: at, row: 0, kind: one === "r" ? "red" : "blue" }));

const HANDS = {
  "vacía": hand("punto", {}),
  "dada": hand("punto", { cards: [card(""), card("")] }),
  "vista por su dueño": hand("punto", { cards: [card("7s"), card("Ah")], total: 8, is_own: true, is_private: true }),
  "abierta, con tercera": hand("banca", { cards: [card("2d"), card("3c"), card("9h", { is_third: true })], total: 4 }),
  "gana": hand("banca", { cards: [card("4h"), card("5s")], total: 9, is_winner: true }),
};
const SEATS = {
  libre: { number: 1, name: "libre" },
  ocupado: { number: 2, name: "elena", is_taken: true, piles: [{ id: "punto", name: "Punto", amount: 4_000 }] },
  propio: { number: 3, name: "marta", is_taken: true, is_own: true, piles: [{ id: "banca", name: "Banca", amount: 12_345 }] },
  "máquina, esperada": { number: 4, name: "lucía", is_taken: true, is_machine: true, is_asked: true, marks: ["tiene el sabot"] },
  ausente: { number: 5, name: "hugo", is_taken: true, is_away: true, marks: ["ausente"] },
};
const SPOTS = [
  { id: "punto", name: "Punto", key: "p", own: 0, total: 4_000, least: 500, most: 50_000 },
  { id: "empate", name: "Empate", key: "e", own: 500, total: 500, least: 500, most: 5_000 },
  { id: "banca", name: "Banca", key: "b", total: 0, why_not: "Las apuestas están cerradas." },
];
const ASK = { spots: SPOTS, bet: { tag: "lay", command: "c", field: "bet" }, rack: [{ value: 500, colour: "rose" }, { value: 2_500, colour: "green" }, { value: 100_000, colour: "amber", is_plaque: true }], repeat: "r" };
const ACTS = {
  "lo que toca": [action("one", "Pedir carta", { key: "c" }), true],
  "otra": [action("two", "Plantarse"), false],
  "no se puede, y por qué": [action("three", "Levantarse", { why_not: "Tiene apuestas en la mesa." }), false],
  "con una cantidad usual": [action("four", "Comprar fichas", { at_once: { amount: "50000" }, at_once_name: "Comprar 500 €", fields: [{ name: "amount", kind: "money", title: "Cantidad" }] }), true],
};
const FORM = action("five", "Tomar la banca", { question: "¿Toma la banca?", consent: "Sí, la tomo", fields: [{ name: "amount", kind: "money", title: "Cantidad", is_required: true, quick: [{ value: 20_000 }, { value: 50_000, name: "todo" }] }] });

const HANDS_GONE = [hand("punto", {}), hand("banca", {})];
const SLIP = [
  { seat: "2", name: "elena", bet: "Punto", stake: 4_000, outcome: "pierde", tone: "down" },
  { seat: "3", name: "marta", bet: "Banca", stake: 5_000, outcome: "gana", tone: "up", pays: 4_750, deduction: 250 },
];
const RULING = { title: "Carta dada antes de tiempo", note: "Jugada 12", findings: ["La tercera carta salió antes de que hablara el punto."], proposed: ["La carta queda quemada."], clauses: [clause], pronounce: action("rule", "Resolver así") };
const TILE = { id: "punto", title: "Punto y banca", look: "half-moon", phase: "Apuestas abiertas", hands: [HANDS.dada, HANDS.gana], facts: ["Mínimo 10 €"], last: ["punto", "banca", "empate"], seats: "pmff", free: "Puestos libres: 2 de 4", sit: "Sentarse", how: ["Se apuesta a punto, a banca o a empate."] };
const FELT = { croupier: "iris", look: "long-cloth", hands: [HANDS.dada, hand("banca", {})], seats: Object.values(SEATS), spots: ["empate", "punto", "banca"], sums: [{ id: "punto", name: "Punto", amount: 4_000 }], standers: [] };
const HALL = {
  felt: { game: "Partida 2", phase: "Salen bolas", last: 34, words: "treinta y cuatro; tres, cuatro", before: [5, 77, 12, 60], numbers: [5, 12, 34, 60, 77], prizes: [{ id: "line", name: "Línea", amount: 2_940, winners: "Cartón 269" }, { id: "full", name: "Bingo", amount: 17_640 }], calls: [{ title: "Línea · cartón 269", series: "B-1", finding: "Es correcto", is_right: true }, { title: "Línea · cartón 12", series: "B-1", finding: "No es correcto", is_right: false }] },
  desk: { has_automatic_marks: true, cartones: ["7", "8"].map((card) => ({ card, title: `Cartón ${card}`, rows: [[5, 12, 0, 34, 0, 0, 60, 77, 0], [0, 14, 21, 0, 45, 0, 0, 71, 83], [9, 0, 0, 38, 0, 52, 66, 0, 90]] })) },
  ask: { claim: "c", cartones: [{ card: "7", claims: [{ prize: "linea", note: "completa" }] }, { card: "8", claims: [{ prize: "linea", lacks: 3, note: "faltan 3" }] }] },
};

const COLUMN = { width: "min(340px, 100%)" };

function Part({ name, children }) {
  return html`<section class="part-sample"><h3>${name}</h3>${children}</section>`;
}

function Parts() {
  const [chip, setChip] = useState(500), now = Date.now(), sums = [500, 4_000, 12_345, 350_000];
  const page = { step: "1.1.bets.1", send: () => Promise.resolve(null), open: () => {}, tell: () => {}, here: "" };
  const clock = (left) => ({ name: "Para contestar quedan", ends: now + left, total: 20_000, warning: left < 10_000 ? "Conteste" : "", warns: 10_000 });
  return html`<${Page.Provider} value=${page}><h1>${say("parts-page")}</h1>
    <h2>Cartas y manos</h2><div class="samples shown-felt">${[card(""), card("As"), card("Th"), card("Kd"), card("9c")].map((one) => html`<${Card} card=${one} />`)}${Object.entries(HANDS).map(([name, one], at) => html`<${Part} name=${name}><${Hand} hand=${{ ...one, name: `${one.name} ${at + 1}` }} /><//>`)}</div>
    <h2>Puestos y fichas</h2><ol class="samples shown-felt">${Object.entries(SEATS).map(([name, one]) => html`<${Seat} seat=${one} spots=${["empate", "punto", "banca"]} key=${name} />`)}</ol><p class="samples shown-felt">${sums.map((one) => html`<${Pile} amount=${one} />`)}</p>
    <h2>Apuestas propias</h2><div class="samples shown-felt"><${Spots} ask=${ASK} chip=${chip} onTheWay=${[]} /><${Rack} ask=${ASK} chip=${chip} setChip=${setChip} /></div>
    <h2>Lo que toca</h2><div class="samples">${Object.entries(ACTS).map(([name, [one, isMain]]) => html`<${Part} name=${name}><${Act} action=${one} main=${isMain} /><//>`)}<${Part} name="formulario"><${Form} action=${FORM} /><//></div>
    <h2>Avisos, reloj, reglas</h2><div class="samples">${["", "up", "down", "stop"].map((tone) => html`<${Notice} notice=${{ text: "Su apuesta no juega.", tone, clauses: [clause] }} />`)}${[16_000, 8_000, 0].map((left) => html`<div style=${{ position: "relative", width: "220px" }}><${Clock} clock=${clock(left)} skew=${0} /></div>`)}<${Clauses} clauses=${[clause]} open=${true} /></div>
    <h2>Caminos</h2><div class="samples"><${Roads} roads=${{ bead, big: bead.filter((one) => one.kind !== "empate"), big_eye: DERIVED, small: DERIVED.slice(0, 4), cockroach: DERIVED.slice(0, 1), counts: [{ name: "Punto", value: "4" }] }} columns=${12} /></div>
    <h2>Tapete abierto, retenido y cerrado</h2>${(/** @type {[string, any][]} */ ([["Apuestas abiertas", {}], ["Mesa retenida", { waits: "Se espera al inspector" }], ["Mesa cerrada", { result: "Mesa cerrada", result_kind: "stop", hands: HANDS_GONE }]])).map(([phase, more], at) => html`<div style=${{ height: "460px" }}>${cards({ felt: { ...FELT, phase, ...more, hands: (more.hands || FELT.hands).map((one) => ({ ...one, name: `${one.name} ${at + 6}` })) }, ask: {}, screen: "player", clock: "", roads: {}, spots: null })}</div>`)}
    <h2>Sala, hoja de pago, resolución</h2><div class="samples"><ul style=${COLUMN}><${Tile} tile=${TILE} /></ul><div style=${COLUMN}><${Slip} rows=${SLIP} /></div><div style=${COLUMN}><${Incident} one=${RULING} /></div></div>
    <h2>Bingo</h2><div style=${{ height: "460px" }}>${bingo({ ...HALL, rail: {}, screen: "player", clock: "" })}</div><//>`;
}

render(html`<${Parts} />`, document.getElementById("parts"));
