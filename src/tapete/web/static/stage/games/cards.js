// The felt of the card games: what was said, the hands, the sums, the places, and the viewer's own place below.

import { html } from "../../vendor/preact-htm.module.js";
import { Card, cx, Hand, Pile, Seat } from "../parts.js";
import { money, say } from "../text.js";

/** What was said last and the phase. */
export function Said({ felt, clock }) {
  return html`<div class="formula"><p class="said" aria-live="polite" aria-atomic="true">${(felt.said || []).length ? felt.said.map((one) => html`<q>${one}</q> `) : html`<span class="phase">${felt.phase}</span>`}</p>
    <p class="phase-note">${(felt.said || []).length ? felt.phase : ""}${felt.waits ? html` · <span class="waits">${felt.waits}</span>` : ""}</p>
    ${(felt.absent || []).map((one) => html`<p class="absent" role="status">${one}</p>`)}${clock}</div>`;
}

function Sums({ felt }) {
  return html`<div class="sums"><p class=${cx("verdict", felt.result_kind)} role="status">${felt.result || ""}</p>
    <p class="amounts">${(felt.sums || []).map((one) => html`<span class=${`amount ${one.id || ""}`} key=${one.id}><i>${one.name}</i> <b>${money(one.amount)}</b>${one.owner ? html` <small>${one.owner}</small>` : ""}</span>`)}</p>
    ${(felt.asks || []).map((one) => html`<p class="asks">${one}</p>`)}</div>`;
}

/** @param {{felt: object, screen: string, clock: object}} props */
export function felt({ felt, screen, clock }) {
  const [left, right] = screen === "croupier" ? [...felt.hands].reverse() : felt.hands;
  const seats = screen === "croupier" ? [...felt.seats].reverse() : felt.seats;
  return html`<section class=${cx("felt", felt.look)}>
    <p class="croupier">${say("role-croupier")} <b>${felt.croupier}</b></p>
    <${Said} felt=${felt} clock=${screen === "public" ? clock : ""} />
    <div class="hands"><${Hand} hand=${left} /><${Sums} felt=${felt} /><${Hand} hand=${right} /></div>
    ${(felt.loose || []).length ? html`<div class="loose">${felt.loose.map((one) => html`<${Card} card=${one} />`)}</div>` : ""}
    <ol class=${`seats n${seats.length}`} aria-label=${say("seats")}>${seats.map((one, at) => html`<${Seat} seat=${one} spots=${felt.spots || []} key=${one.number || at} />`)}</ol>
    <ul class="standers">${(felt.standers || []).map((one) => html`<${Seat} seat=${one} key=${one.name} />`)}</ul>
    ${(felt.waiting_list || []).length ? html`<p class="waiting-list">${say("waiting-list")}: ${felt.waiting_list.join(" · ")}</p>` : ""}
  </section>`;
}
