// The felt of chemin de fer: the bank as a tower between the two hands, what of it is covered, who has it next.

import { html } from "../../vendor/preact-htm.module.js";
import { OwnHand } from "../acts.js";
import { Card, chipsOf, COLOURS, cx, Seat, Term } from "../parts.js";
import { Roads } from "../roads.js";
import { money, say } from "../text.js";
import { Past, Said, Standers } from "./cards.js";

const PLAQUES = 9, PIPS = 12, COLUMN = 20, HEIGHT = 10;

/** Plaques one on the other, the greatest below; the printed sum is the bank, so nothing is printed on them. */
function Tower({ sum }) {
  const { chips } = chipsOf(sum.amount, PLAQUES);
  return html`<div class="tower"><div class="plaques" aria-hidden="true">${chips.map((one, at) => html`<i class=${one.plaque ? "wide" : ""} style=${{ background: COLOURS[one.colour] }} key=${at}></i>`)}</div></div>`;
}

/** What nobody covers yet, as a bar that drains. */
function Cover({ bank }) {
  const whole = (bank.cover ? bank.cover.amount : 0) + (bank.rest ? bank.rest.amount : 0);
  const open = bank.rest ? bank.rest.amount : 0;
  return html`<div class=${cx("cover", bank.rest && "now")} role="status">
    <div class="cover-bar">${bank.cover && whole ? html`<i style=${{ transform: `scaleX(${open / whole})` }}></i>` : ""}</div>
    <p>${[["to-cover", bank.rest], ["covered", bank.cover]].filter(([, one]) => one).map(([name, one]) => html`<span class=${name} key=${`${name}${one.amount}`}><i>${one.name}</i> <b>${money(one.amount)}</b></span>`)}</p></div>`;
}

function Garage({ felt }) {
  const lying = (felt.bank && felt.bank.garage) || [];
  return html`<section class="garage" data-side="right" data-clause=${felt.shows && felt.shows.garage}><${Term} name=${html`<h3>${felt.garage_name}</h3>`} about=${say("chemin-fact-garage")} />${lying.length ? lying.map((one) => html`<p><b>${money(one.amount)}</b> <small>${one.name}</small></p>`) : html`<p class="none">0</p>`}</section>`;
}

function Pips({ bank }) {
  const won = bank.coups_won || 0;
  return html`<p class="pips" title=${bank.wins || undefined}>${Array.from({ length: Math.min(won, PIPS) }, (_, at) => html`<i key=${at}></i>`)}${won > PIPS ? html` <b>×${won}</b>` : ""}${won ? html`<span class="quiet">${bank.wins}</span>` : ""}</p>`;
}

function Middle({ felt, past }) {
  const { bank } = felt, shown = bank && (bank.in_play || bank.sum);  // what can be won of it: one figure
  const purse = bank ? html`<section class="bank" data-side="left"><${Tower} sum=${shown} /><p class="bank-sum"><i key=${shown.name}>${shown.name}</i><b key=${shown.amount}>${money(shown.amount)}</b><small key=${bank.sum.owner}>${bank.sum.owner}</small></p><${Pips} bank=${bank} /></section>` : html`<section class="bank none" data-side="left"><p class="bank-sum"><b>—</b><small>${felt.no_bank}</small></p></section>`;
  return html`<div class="middle">
    <p class=${cx("verdict", felt.result ? felt.result_kind : "word")} role="status">${felt.result || felt.word ? html`<span class=${felt.result ? "won" : ""} key=${felt.result || felt.word}>${felt.result || felt.word}</span>` : ""}</p>
    <div class="money-row"><${Garage} felt=${felt} />${purse}</div>
    ${bank ? html`<${Cover} bank=${bank} />` : html`<div class="cover"></div>`}
    <div class="asks" key=${bank ? "bank" : "none"}>${(felt.asks || []).map((one, at) => html`<p class=${at ? "" : "first"} key=${one}>${one}</p>`)}${(felt.rulings || []).map((one) => html`<p class="ruled" key=${one.text}>${one.text} ${(one.clauses || []).map((clause) => html`<a href=${`/clausula/${clause.id}`} title=${clause.rule}><small>${clause.id}</small></a> `)}</p>`)}${bank ? (bank.notes || []).map((one) => html`<p class="bank-note" key=${one}>${one}</p>`) : ""}
      <${Past} past=${past} /></div>
    ${(felt.loose || []).length ? html`<div class="loose">${felt.loose.map((one) => html`<${Card} card=${one} />`)}</div>` : ""}</div>`;
}

/** The way of the bank over the places, from its banker to whom it goes if it loses. */
function Turn({ seats, bank }) {
  const from = seats.findIndex((one) => one.is_banker), to = bank ? seats.findIndex((one) => one.number === bank.next_seat) : -1;
  const at = (place) => place * COLUMN + COLUMN / 2;
  const line = from >= 0 && to >= 0 && from !== to ? `M${at(from)} ${HEIGHT - 1}Q${(at(from) + at(to)) / 2} ${-HEIGHT + 3} ${at(to)} ${HEIGHT - 1}` : "";
  return html`<div class="turn" aria-hidden="true"><svg viewBox=${`0 0 ${seats.length * COLUMN} ${HEIGHT}`} preserveAspectRatio="none">${line ? html`<path d=${line} fill="none" stroke="var(--faint)" stroke-width="2" stroke-dasharray="5" vector-effect="non-scaling-stroke" />` : ""}</svg>${line ? html`<i class="tip" style=${{ left: `${(100 * at(to)) / (seats.length * COLUMN)}%` }}></i>` : ""}</div>`;
}

/** @param {{felt: object, ask: object, screen: string, clock: object, roads: object, onTap: (seat: object) => void}} props */
export function felt({ felt, ask, screen, clock, roads, onTap }) {
  const isTurned = screen === "croupier", isWall = screen === "public", turned = (all) => (isTurned ? [...all].reverse() : all), shows = felt.shows || {};
  const past = felt.hands.filter((one) => one.is_past), hands = felt.hands.map((one) => (one.is_past ? { id: one.id, name: one.name, owner: one.owner } : one));
  const [left, right] = turned(hands), seats = turned(felt.seats), isBetween = isWall && !felt.bank && !(felt.asks || []).length;
  return html`<section class=${cx("felt", felt.look, isTurned && "from-croupier", isBetween && "between")}>
    <p class="dealer" data-clause=${shows.shoe}>${say("role-croupier")} <b>${felt.croupier}</b>${(felt.shoe || []).map((one) => html` · ${one.name} ${one.value}`)}</p>
    <${Said} felt=${felt} clock=${isWall ? clock : ""} />
    ${isBetween ? html`<${Roads} roads=${roads} columns=${15} />` : html`<div class="hands" key="hands" data-clause=${shows.deal}><${OwnHand} hand=${left} ask=${ask} key=${left.id} /><${Middle} felt=${felt} past=${past} /><${OwnHand} hand=${right} ask=${ask} key=${right.id} /></div>`}
    <div class="round" key="round"><${Turn} seats=${seats} bank=${felt.bank} />
      <ol class=${`seats n${seats.length}`} aria-label=${say("seats")}>${seats.map((one, at) => html`<${Seat} seat=${one} onTap=${onTap} shows=${shows} key=${one.number || at} />`)}</ol></div>
    ${(felt.standers || []).length || (felt.waiting_list || []).length ? html`<${Standers} felt=${felt} onTap=${onTap} />` : ""}
  </section>`;
}
