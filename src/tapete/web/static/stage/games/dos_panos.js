// The felt of bacarrá a dos paños: the bank above, two cloths below it, and the line between them.

import { html } from "../../vendor/preact-htm.module.js";
import { OwnHand } from "../acts.js";
import { Card, Clauses, cx, Pile, Seat } from "../parts.js";
import { money, say } from "../text.js";
import { Said, Standers } from "./cards.js";

/** A printed area with what lies there, each pile with its owner. */
function Area({ area }) {
  const piles = area.piles || [];
  return html`<p class=${cx("area", area.id, piles.length && "laid")}><span class="area-name">${area.name}</span>${piles.map((pile) => html` <span class=${cx("of", pile.is_own && "own")}>${pile.amount ? html`<b>${money(pile.amount)}</b> ` : ""}<i>${pile.name}</i></span>`)}</p>`;
}

const Fact = ({ one, kind }) => html`<p class=${cx("fact", kind, one.is_warning && "warn")} key=${one.value}><i>${one.name}</i> <b>${one.value}</b></p>`;

/** The bank: its hand, what is in play, where the rest lies; without one, how it may be had. */
function Bank({ felt, ask }) {
  const { bank } = felt, says = (bank.says || []).map((one) => html`<p class="asks" key=${one}>${one}</p>`), isHad = Boolean(bank.in_play);
  return html`<section role="group" class=${cx("the-bank", isHad || "vacant")} aria-label=${bank.hand.name}>
    <div class="bank-side">${isHad ? html`<p class="bank-sum" key=${bank.in_play.amount}><i>${bank.in_play.name}</i> <b key=${bank.in_play.amount}>${money(bank.in_play.amount)}</b></p><${Pile} amount=${bank.in_play.amount} />` : ""}</div>
    ${isHad ? html`<${OwnHand} hand=${bank.hand} ask=${ask} />` : html`<div class="hand banca" id="hand-banca"><h2>${bank.hand.name}</h2>${says}</div>`}
    <div class="bank-side facts">${(bank.facts || []).map((one) => html`<${Fact} one=${one} />`)}${bank.proven ? html`<${Fact} one=${bank.proven} kind="proven" />` : ""}${isHad ? says : ""}</div>
  </section>`;
}

/** What a cloth says or how it ended, at one place that never moves. */
function Band({ cloth }) {
  return html`<p class=${cx("cloth-band", cloth.result_kind, cloth.is_past && "past")} role="status">${cloth.result ? html`<b class="won" key=${cloth.result}>${cloth.result}</b>` : cloth.word ? html`<q class="word">${cloth.word}</q>` : ""}${cloth.answer ? html`<span class="answer">${cloth.answer}</span>` : ""}${cloth.note && !cloth.result ? html`<span class="warned">${cloth.note}</span>` : ""}</p>`;
}

function Cloth({ cloth, ask, onTap }) {
  const risk = cloth.at_risk;
  return html`<section role="group" class=${cx("cloth", cloth.id, cloth.is_own && "own", cloth.result_kind)} id=${`cloth-${cloth.id}`} aria-label=${cloth.hand.name}>
    <${OwnHand} hand=${cloth.hand} ask=${ask}><p class="at-risk" key=${risk ? risk.amount : 0}>${risk ? html`<i>${risk.name}</i> <b>${money(risk.amount)}</b>` : ""}</p><//>
    <${Band} cloth=${cloth} />
    <ol class="seats" aria-label=${`${say("seats")}, ${cloth.hand.name}`}>${cloth.places.map((one) => html`<${Seat} seat=${one} onTap=${onTap} key=${one.number} />`)}</ol>
    <div class="areas">${cloth.areas.map((one) => html`<${Area} area=${one} key=${one.id} />`)}</div>
  </section>`;
}

/** Between the cloths: the shoe, cards that lie before no hand, who stands, the line on which half goes to each. */
function Between({ felt, onTap }) {
  return html`<div class="between-cloths">${(felt.shoe || []).map((one) => html`<${Fact} one=${one} />`)}
    <div class="loose">${(felt.loose || []).map((one) => html`<${Card} card=${one} />`)}</div>
    <${Standers} felt=${felt} onTap=${onTap} kind="on-foot" />
    ${felt.across ? html`<${Area} area=${felt.across} />` : ""}</div>`;
}

/** What holds for the coup, what was ruled in it, how the one before ended: one row that keeps its place. */
function Notes({ felt, isWall }) {
  const ruled = felt.rulings || [], found = [felt.banco, ...(felt.notes || []), felt.past].filter(Boolean);
  const told = found.length || !isWall ? found : ruled.length ? ruled.map((one) => `${one.text.split(". ")[0]}.`) : felt.result ? [] : [felt.next_step];
  return html`<div class="coup-notes">${felt.result ? html`<p class=${cx("verdict", felt.result_kind)} role="status"><span class="won stop">${felt.result}</span></p>` : ""}
    ${told.map((one) => html`<p key=${one} class=${cx("asks", one === felt.banco && "banco-held", one === felt.past && "past-line")}>${one}</p>`)}
    ${isWall ? "" : ruled.map((one) => html`<details class="ruled"><summary>${one.text}</summary><${Clauses} clauses=${one.clauses} /></details>`)}</div>`;
}

/** @param {{felt: object, ask: object, rail: object, screen: string, clock: object, spots: object, onTap: function}} props */
export function felt({ felt, ask, rail, screen, clock, spots, onTap }) {
  const isTurned = felt.look.includes("from-banker"), cloths = isTurned ? [...felt.cloths].reverse() : felt.cloths, isWall = screen === "public";
  return html`<section class=${cx("felt", felt.look, spots && "has-own")}>
    <p class="dealer">${say("role-croupier")} <b>${felt.croupier}</b></p>
    <${Said} felt=${felt} clock=${isWall ? clock : ""} />
    <${Bank} felt=${felt} ask=${ask} />
    <${Notes} felt=${felt} isWall=${isWall} />
    <div class="cloths"><${Cloth} cloth=${cloths[0]} ask=${ask} onTap=${onTap} key=${cloths[0].id} /><${Between} felt=${felt} onTap=${onTap} /><${Cloth} cloth=${cloths[1]} ask=${ask} onTap=${onTap} key=${cloths[1].id} /></div>
    ${spots ? html`<section class="own-place" aria-label=${say("my-place")}><p class="own-name"><b>${rail.seat ?? ""}</b> <span>${rail.me}</span></p>${spots}</section>` : ""}
  </section>`;
}
