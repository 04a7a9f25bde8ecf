// The felt of punto y banca: what was said, the hands, the sums and the coup before, the places, and one's own below.

import { html } from "../../vendor/preact-htm.module.js";
import { OwnHand } from "../acts.js";
import { Card, cx, Seat } from "../parts.js";
import { Roads } from "../roads.js";
import { money, say } from "../text.js";

/** What was said last and the phase. */
export function Said({ felt, clock }) {
  const said = felt.said || [];
  return html`<div class="formula"><p class=${cx("said", said.join("").length > (clock ? 40 : 24) && "long")} aria-live="polite" aria-atomic="true"><span key=${said.join() || felt.phase}>${said.length ? said.map((one) => html`<q>${one}</q> `) : html`<span class="phase">${felt.phase}</span>`}</span></p>
    <p class="phase-note"><span key=${`${said.length}${felt.phase}${felt.waits}`}>${said.length ? felt.phase : ""}${felt.waits ? html` · <span class="waits">${felt.waits}</span>` : ""}</span></p>
    ${(felt.absent || []).map((one) => html`<p class="absent post-absent" role="status">${one}</p>`)}${clock}</div>`;
}

/** The coup before, whose cards have left the felt. */
export const Past = ({ past }) => (past.length ? html`<p class="past-strip" key=${past.map((one) => one.total).join()}><small>${say("last-result")}</small> ${past.map((one) => html`<span class=${cx("past-hand", one.id, one.is_winner && "winner")} key=${one.id}>${one.name} <b>${one.total}</b> ${(one.cards || []).map((card) => html`<${Card} card=${card} />`)}</span>`)}</p>` : "");

/** Who stands at the table, and who waits for a place. */
export function Standers({ felt, onTap, kind = "standers" }) {
  const standing = felt.standers || [], waiting = felt.waiting_list || [];
  return html`<ul class=${kind}>${standing.map((one) => html`<${Seat} seat=${one} onTap=${onTap} key=${one.name} />`)}${waiting.length ? html`<li class="waiting-list">${say("waiting-list")}: ${waiting.join(" · ")}</li>` : ""}</ul>`;
}

/** @param {{felt: Model.Felt}} props */
const Verdict = ({ felt }) => html`<p class=${cx("verdict", felt.result_kind)} role="status" key=${felt.result}>${felt.result ? html`<span class="won">${felt.result}</span>` : ""}</p>`;

/**
 * What lies on each bet of the table, and what came before: the cards of a coup that is over leave the felt.
 * @param {{felt: Model.Felt, past: Model.Hand[]}} props
 */
function Pot({ felt, past }) {
  return html`<div class="pot"><${Verdict} felt=${felt} /><p class="amounts staked">${(felt.sums || []).map((one) => html`<span class=${`amount ${one.id || ""}`} key=${one.id}><i>${one.name}</i> <b>${money(one.amount)}</b>${one.owner ? html` <small>${one.owner}</small>` : ""}</span>`)}</p>
    ${(felt.asks || []).map((one) => html`<p class="asks">${one}</p>`)}
    <${Past} past=${past} /></div>`;
}

/**
 * One's own place, large at the bottom: where one's chips are laid.
 * @param {{felt: Model.Felt, spots: any}} props
 */
function OwnPlace({ felt, spots }) {
  const own = [...felt.seats, ...(felt.standers || [])].find((one) => one.is_own);
  return html`<section class="own-place" aria-label=${say("my-place")}><p class="own-name"><b>${own && own.number ? own.number : ""}</b> <span>${own ? own.name : ""}</span> ${((own && own.marks) || []).map((one) => html`<span class="mark">${one}</span>`)}</p>${spots}</section>`;
}

/** @param {{felt: Model.Felt, ask: Model.Ask, screen: string, clock: any, roads: Model.Roads, spots: any}} props */
export function felt({ felt, ask, screen, clock, roads, spots }) {
  const turned = screen === "croupier", shows = felt.shows || {}, past = felt.hands.filter((one) => one.is_past);
  const hands = felt.hands.map((one) => (one.is_past ? { id: one.id, name: one.name } : one));
  const [left, right] = turned ? [...hands].reverse() : hands, seats = turned ? [...felt.seats].reverse() : felt.seats;
  const isWall = screen === "public", isBetween = isWall && !felt.result && hands.every((one) => !(one.cards || []).length);
  return html`<section class=${cx("felt", felt.look, spots && "has-own", turned && "from-croupier", isBetween && "between")} data-clause=${shows.felt}>
    <span class="edge" data-clause=${shows.rim} aria-hidden="true"></span>
    <p class="dealer">${say("role-croupier")} <b>${felt.croupier}</b></p>
    <${Said} felt=${felt} clock=${isWall ? clock : ""} />
    ${isBetween ? html`<${Roads} roads=${roads} columns=${15} derived=${20} />` : html`<div class="hands">${[left, right].map((one) => html`<${OwnHand} hand=${one} ask=${ask} clause=${shows[`hand-${one.id}`]} key=${one.id} />`)}</div>`}
    <${Pot} felt=${felt} past=${past} />
    <ol class=${cx("seats", `n${seats.length}`, seats.length > 9 && "many")} aria-label=${say("seats")}>${seats.map((one, at) => html`<${Seat} seat=${one} spots=${felt.spots || []} shows=${shows} key=${one.number || at} />`)}</ol>
    ${spots ? html`<${OwnPlace} felt=${felt} spots=${spots} />` : ""}
    ${(felt.standers || []).length ? html`<${Standers} felt=${felt} />` : ""}
  </section>`;
}
