// The felt of bacarrá a dos paños: the bank above, two cloths below it, and the line between them.

import { html } from "../../vendor/preact-htm.module.js";
import { useSqueeze } from "../acts.js";
import { Card, Clauses, cx, Hand, Pile, Seat } from "../parts.js";
import { money, say } from "../text.js";

/** What the croupier said, the phase, for whom the table waits. */
function Said({ felt, isWall, clock }) {
  const said = felt.said || [];
  return html`<div class="formula"><p class="said" aria-live="polite" aria-atomic="true">${said.length ? said.map((one) => html`<q>${one}</q> `) : html`<span class="phase">${felt.phase}</span>`}</p>
    <p class="phase-note">${said.length ? html`<span class="phase">${felt.phase}</span>` : ""}${felt.waits ? html` · <span class="waits">${felt.waits}</span>` : isWall && !felt.result ? html` · ${felt.next_step}` : ""}</p>
    ${(felt.absent || []).map((one) => html`<p class="absent post-absent" role="status">${one}</p>`)}${isWall ? clock : ""}</div>`;
}

/** A printed area with what lies there, each pile with its owner. */
function Area({ area }) {
  const piles = area.piles || [];
  return html`<p class=${cx("area", area.id, piles.length && "laid")}><span class="area-name">${area.name}</span>${piles.map((pile) => html` <span class=${cx("of", pile.is_own && "own")}>${pile.amount ? html`<${Pile} amount=${pile.amount} isOwn=${pile.is_own} />` : ""}<i>${pile.name}</i></span>`)}</p>`;
}

function Squeezable({ hand, ask, children }) {
  return html`<${Hand} hand=${hand} squeeze=${useSqueeze(ask, hand.id)}>${children}<//>`;
}

/** The bank: its hand, what is in play, where the rest lies; without one, how it may be had. */
function Bank({ felt, ask }) {
  const { bank } = felt, says = bank.says || [], isHad = Boolean(bank.in_play);
  return html`<section class=${cx("bank", isHad || "vacant")} aria-label=${bank.hand.name}>
    <div class="bank-side">${isHad ? html`<p class="bank-sum"><i>${bank.in_play.name}</i> <b>${money(bank.in_play.amount)}</b></p><${Pile} amount=${bank.in_play.amount} />` : ""}</div>
    ${isHad ? html`<${Squeezable} hand=${bank.hand} ask=${ask} />` : html`<div class="hand banca" id="hand-banca"><h2>${bank.hand.name}</h2>${says.map((one) => html`<p class="asks">${one}</p>`)}</div>`}
    <div class="bank-side facts">${(bank.facts || []).map((one) => html`<p class="fact"><i>${one.name}</i> <b>${one.value}</b></p>`)}
      ${bank.proven ? html`<p class="fact proven"><i>${bank.proven.name}</i> <b>${bank.proven.value}</b></p>` : ""}${isHad ? says.map((one) => html`<p class="asks">${one}</p>`) : ""}</div>
  </section>`;
}

/** What a cloth says or how it ended, at one place that never moves. */
function Band({ cloth }) {
  const state = cx("cloth-band", cloth.result_kind, cloth.hand.is_past && "past");
  return html`<p class=${state} role="status">${cloth.result ? html`<b class="won">${cloth.result}</b>${cloth.hand.is_past ? html` <small>${say("last-result")}</small>` : ""}` : cloth.word ? html`<q class="word">${cloth.word}</q>` : ""}${cloth.answer ? html`<span class="answer">${cloth.answer}</span>` : ""}${cloth.note && !cloth.result ? html`<span class="warned">${cloth.note}</span>` : ""}</p>`;
}

function Cloth({ cloth, ask, onTap }) {
  const risk = cloth.at_risk;
  return html`<section class=${cx("cloth", cloth.id, cloth.is_own && "own", cloth.result_kind === "punto" && "winner", cloth.result_kind === "void" && "void")} id=${`cloth-${cloth.id}`} aria-label=${cloth.hand.name}>
    <${Squeezable} hand=${cloth.hand} ask=${ask}><p class="at-risk">${risk ? html`<i>${risk.name}</i> <b>${money(risk.amount)}</b>` : ""}</p><//>
    <${Band} cloth=${cloth} />
    <ol class="seats" aria-label=${`${say("seats")}, ${cloth.hand.name}`}>${cloth.places.map((one) => html`<${Seat} seat=${one} onTap=${onTap} key=${one.number} />`)}</ol>
    <div class="areas">${cloth.areas.map((one) => html`<${Area} area=${one} key=${one.id} />`)}</div>
  </section>`;
}

/** Between the cloths: the stop card, cards that lie before no hand, the line on which half goes to each. */
function Middle({ felt }) {
  return html`<div class="middle">${(felt.shoe || []).map((one) => html`<p class=${cx("fact", one.is_warning && "warn")}><i>${one.name}</i> <b>${one.value}</b></p>`)}
    <div class="loose">${(felt.loose || []).map((one) => html`<${Card} card=${one} />`)}</div>
    ${felt.across ? html`<${Area} area=${felt.across} />` : ""}</div>`;
}

/** What holds for the coup, what was ruled in it: one row that keeps its place. */
function Notes({ felt }) {
  const told = [felt.banco, ...(felt.notes || [])].filter(Boolean);
  return html`<div class="coup-notes">${felt.result ? html`<p class=${cx("verdict", felt.result_kind)} role="status"><span class="won stop">${felt.result}</span></p>` : ""}
    ${told.map((one) => html`<p class=${cx("asks", one === felt.banco && "banco-held")}>${one}</p>`)}
    ${(felt.rulings || []).map((one) => html`<details class="ruled"><summary>${one.text}</summary><${Clauses} clauses=${one.clauses} /></details>`)}</div>`;
}

function OwnPlace({ spots, rail }) {
  return html`<section class="own-place" aria-label=${say("my-place")}><p class="own-name"><b>${rail.seat ?? ""}</b> <span>${rail.me}</span></p>${spots}</section>`;
}

/** @param {{felt: object, ask: object, rail: object, screen: string, clock: object, spots: object, onTap: function}} props */
export function felt({ felt, ask, rail, screen, clock, spots, onTap }) {
  const isTurned = felt.look.includes("from-banker"), cloths = isTurned ? [...felt.cloths].reverse() : felt.cloths;
  const standers = felt.standers || [], waiting = felt.waiting_list || [];
  return html`<section class=${cx("felt", felt.look, spots && "has-own")}>
    <p class="croupier">${say("role-croupier")} <b>${felt.croupier}</b></p>
    <${Said} felt=${felt} isWall=${screen === "public"} clock=${clock} />
    <${Bank} felt=${felt} ask=${ask} />
    <${Notes} felt=${felt} />
    <div class="cloths"><${Cloth} cloth=${cloths[0]} ask=${ask} onTap=${onTap} key=${cloths[0].id} /><${Middle} felt=${felt} /><${Cloth} cloth=${cloths[1]} ask=${ask} onTap=${onTap} key=${cloths[1].id} /></div>
    ${spots ? html`<${OwnPlace} spots=${spots} rail=${rail} />` : ""}
    ${standers.length || waiting.length ? html`<ul class="standers">${standers.map((one) => html`<${Seat} seat=${one} onTap=${onTap} key=${one.name} />`)}${waiting.length ? html`<li class="waiting-list">${say("waiting-list")}: ${waiting.join(" · ")}</li>` : ""}</ul>` : ""}
  </section>`;
}
