// A table in the lobby: its small felt, and one button to a seat; watching and the posts come after it.

import { html } from "../vendor/preact-htm.module.js";
import { cx } from "./parts.js";
import { say } from "./text.js";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

function MiniCard({ card }) {
  const face = card.face || "", rank = face.slice(0, -1) === "T" ? "10" : face.slice(0, -1);
  return html`<i class=${cx("mini-card", !face && "down", "hd".includes(face.slice(-1)) && "red")} role="img" aria-label=${card.name}>${rank}${SUITS[face.slice(-1)] || ""}</i>`;
}

function SmallFelt({ tile }) {
  const hands = tile.hands || [], numbers = tile.numbers || [], isDealt = hands.some((one) => (one.cards || []).length);
  return html`<div class=${cx("small-felt", tile.look)}>
    ${hands.map((one) => html`<div class=${cx("small-hand", one.id, one.is_winner && "winner")} key=${one.id}><span>${one.name}</span><b>${one.total ?? ""}</b><p>${(one.cards || []).map((card) => html`<${MiniCard} card=${card} />`)}</p></div>`)}
    ${numbers.length ? html`<p class="balls" role="img" aria-label=${say("drawn-last")}>${numbers.slice(0, 6).map((one) => html`<b class="ball">${one}</b>`)}</p>` : ""}
    <p class="small-said">${tile.result && isDealt ? tile.result : tile.phase}</p>
  </div>`;
}

function Staff({ tile }) {
  return html`<details class="staff-door"><summary>${say("staff")}</summary><ul class="links">${tile.posts.map((one) => html`<li><a class="button" href=${`/mesa/${tile.id}/${one.link}`}>${one.name} <small>${one.holder}</small></a></li>`)}</ul></details>`;
}

/** @param {{tile: object, own?: {page: string, chips: string}, isNamed?: boolean}} props `own`: where the viewer plays; `isNamed`: others have its title. */
export function Tile({ tile, own, isNamed = true }) {
  const last = tile.last || [], how = tile.how || [], [lead] = how;
  return html`<li class="tile" id=${`mesa-${tile.id}`}>
    <${SmallFelt} tile=${tile} />
    <h2>${tile.title}${isNamed ? html` <small>${tile.id}</small>` : ""}</h2>
    <p class="tile-lead">${lead}</p><p class="tile-facts">${(tile.facts || []).join(" · ")}${own ? html` <b class="own-chips">${own.chips}</b>` : ""}</p>
    <p class="last" role=${last.length ? "img" : undefined} aria-label=${last.length ? `${say("last-results")}: ${last.map((one) => say(`winner-${one}`)).join(", ")}` : undefined}>${last.map((one) => html`<i class=${`dot ${one}`} aria-hidden="true">${say(`letter-${one}`)}</i>`)}</p>
    <p class="tile-seats">${tile.seats ? html`<span class="seat-dots" aria-hidden="true">${[...tile.seats].map((one) => html`<i class=${`seat-dot ${one}`}></i>`)}</span> <small>${tile.free}</small>` : ""}</p>
    <p class="go">${own ? html`<a class="button main own" href=${own.page}>${say("my-seat")}</a>` : tile.sit ? html`<a class="button main" href=${`/mesa/${tile.id}/sentarse`}>${tile.sit}<span class="quiet"> · ${tile.title} ${tile.id}</span></a>` : html`<span class="why-not">${tile.why_not}</span>`} <a class="button" href=${`/mesa/${tile.id}/publico`}>${say("watch")}<span class="quiet"> · ${tile.title} ${tile.id}</span></a></p>
    <div class="asides">${how.length > 1 ? html`<details class="how"><summary>${say("how-to-play")}</summary><ol>${how.map((one) => html`<li>${one}</li>`)}</ol></details>` : ""}${(tile.posts || []).length ? html`<${Staff} tile=${tile} />` : ""}</div>
  </li>`;
}
