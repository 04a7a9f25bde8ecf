// The desk of a post: incidents with their remedy, what officials put right, who is sent where, the log.

import { html, useContext, useRef, useState } from "../vendor/preact-htm.module.js";
import { Act, fieldsOf, idOf, Page, toldIn } from "./acts.js";
import { counted } from "./parts.js";
import { Incident } from "./rulings.js";
import { money, say } from "./text.js";

const LINES = [1, 2, 3];

/** @param {{form: Model.RulingForm, line: number, isProposed: boolean}} props */
function Effect({ form, line, isProposed }) {
  const [kind, setKind] = useState("");
  const found = form.effects.find((one) => one.id === kind);
  return html`<fieldset class="effect"><legend>${say("effect")} ${line}</legend>
    <label><span class="quiet">${say("effect")}</span><select name=${`effect.${line}`} required=${line === 1 && !isProposed} onChange=${(event) => setKind(event.target.value)}><option value="">${line === 1 && isProposed ? say("as-proposed") : "—"}</option>${form.effects.map((one) => html`<option value=${one.id}>${one.name}</option>`)}</select></label>
    ${form.fields.filter((one) => found && (found.asks || []).includes(one.id)).map((one) => html`<label key=${one.id}>${one.name}${(one.options || []).length ? html`<select name=${`${one.id}.${line}`}><option value=""></option>${one.options.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select>` : html`<input type="number" name=${`${one.id}.${line}`} min=${one.minimum || 0} max=${one.maximum} />`}</label>`)}
  </fieldset>`;
}

/**
 * A ruling of one's own: its effects one by one, each asking only its own fields, and the reason.
 * @param {{form: Model.RulingForm}} props
 */
function Ruling({ form }) {
  const { step, send } = useContext(Page), box = useRef(null), [lines, setLines] = useState(1);
  const { action } = form;
  const submit = async (event) => {
    event.preventDefault();
    const answer = await send({ form: idOf(action), name: action.name, fields: [...fieldsOf(action, step), ["shown", form.mark], ...toldIn(box.current)] });
    if (answer && answer.kind !== "refused" && box.current) box.current.reset();
  };
  return html`<form class="ruling" id="ruling" ref=${box} onSubmit=${submit}>
    ${LINES.slice(0, lines).map((line) => html`<${Effect} form=${form} line=${line} isProposed=${form.is_proposed} key=${line} />`)}
    ${lines < LINES.length ? html`<button type="button" class="side" onClick=${() => setLines(lines + 1)}>${say("another-effect")}</button>` : ""}
    <label class="wide">${say("field-reason")}<input name="reason" id="ruling-reason" maxlength="400" autocomplete="off" required /></label>
    <button type="submit" class="main">${action.name}</button>
  </form>`;
}

/** @param {{desk: Model.Desk}} props */
function Proposals({ desk }) {
  const { send } = useContext(Page);
  const drop = (one, name) => html`<button type="button" class="side" id=${`drop-${one.first}`} onClick=${() => send({ form: `drop-${one.first}`, name, path: "desestimar", fields: [["first", one.first]] })}>${name}</button>`;
  return html`${desk.fate ? html`<article class="incident" id="proposal-fate" role="status"><h3>${say("correction-answered")}</h3><p>${desk.fate.text}</p><p><b>${desk.fate.answer}</b></p>${drop(desk.fate, say("dismiss"))}</article>` : ""}
    ${(desk.proposals || []).map((one) => html`<article class="incident proposal" id=${`proposal-${one.first}`} key=${one.first}><h3>${say("correction-proposed")}</h3><p>${one.text}</p><p>${one.waits}</p>${one.confirm ? html`<${Act} action=${one.confirm} main=${true} />` : ""}${drop(one, one.drop)}</article>`)}`;
}

/** @param {{desk: Model.Desk}} props */
export function Posts({ desk }) {
  const { send } = useContext(Page);
  const submit = (event, post) => {
    event.preventDefault();
    send({ form: `send-to-${post.id}`, name: post.name, path: "puesto", fields: [["role", post.id], ["person", event.target.elements.person.value]] });
  };
  const send_to = (desk.send_to || []).map((post) => html`<form class="do" id=${`send-to-${post.id}`} key=${post.id} onSubmit=${(event) => submit(event, post)}><label>${say("sent-name")}<input name="person" maxlength="40" autocomplete="off" required /></label><button type="submit" class="side">${post.name}</button></form>`);
  return html`${send_to.length ? html`<details class="further"><summary>${say("further-posts")}</summary>${send_to}</details>` : ""}
    ${(desk.hand_back || []).map((post) => html`<button type="button" class="side" id=${`hand-back-${post.id}`} key=${post.id} onClick=${() => send({ form: `hand-back-${post.id}`, name: post.name, path: "devolver", fields: [["role", post.id]] })}>${post.name}</button>`)}`;
}

/**
 * What is collected and paid, bet by bet: ticked as it is done.
 * @param {{rows: Model.SlipRow[]}} props
 */
export function Slip({ rows }) {
  const sum = (tone, of) => rows.filter((one) => one.tone === tone).reduce((total, one) => total + (of(one) || 0), 0);
  return html`<section class="slip" aria-label=${say("slip")}><h2>${say("slip")}</h2><ul>${rows.map((one, at) => html`<li class=${one.tone} key=${`${one.seat}${one.name}${one.bet}${at}`}><label><input type="checkbox" /> <b>${one.seat}</b> ${one.name} · ${one.bet} ${money(one.stake)}</label>
    <p>${one.tone === "up" ? html`<b>+${money(one.pays || 0)}</b> ${counted(one.pays || 0)}${one.deduction ? html` <small>(${say("deduction")} ${money(one.deduction)})</small>` : ""}` : one.outcome}</p></li>`)}</ul>
    <p class="slip-sums">${say("slip-collects")} <b>${money(sum("down", (one) => one.stake))}</b> · ${say("slip-pays")} <b>${money(sum("up", (one) => one.pays))}</b></p></section>`;
}

/** @param {{desk: Model.Desk}} props */
export function Desk({ desk }) {
  const { send, open } = useContext(Page);
  const forms = [...(desk.reports || []), ...(desk.corrections || []), ...(desk.rulebook ? [desk.rulebook] : [])];
  return html`<section class="desk-side" aria-label=${say("incidents")}>
    ${(desk.slip || []).length ? html`<${Slip} rows=${desk.slip} />` : ""}
    <h2>${say("incidents")}</h2>
    ${(desk.incidents || []).map((one) => html`<${Incident} one=${one} key=${one.title} />`)}
    ${(desk.incidents || []).length ? "" : html`<p class="note">${say("no-incidents")}</p>`}
    ${desk.ruling ? html`<details class="own-ruling" open=${!(desk.incidents || []).some((one) => one.pronounce)}><summary>${say("desk-own-effects")}</summary><${Ruling} form=${desk.ruling} key=${desk.ruling.mark} /></details>` : ""}
    ${desk.accidents ? html`<button type="button" class="side" id="open-report" aria-haspopup="dialog" onClick=${() => open("happened")}>${say("desk-report-title")} <kbd aria-hidden="true">F2</kbd></button>` : ""}
    ${desk.noting ? html`<div class="desk-forms"><button type="button" class="side" id="note-stander" aria-haspopup="dialog" onClick=${() => open({ place: 0 })}>${say("note-stand")}</button>${desk.noting.rest ? html`<button type="button" class="side" id="note-rest" aria-haspopup="dialog" onClick=${() => open({ place: 0, who: desk.noting.rest })}>${desk.noting.rest_name}</button>` : ""}</div>` : ""}
    <${Proposals} desk=${desk} />
    ${desk.may_give_time ? html`<button type="button" class="side" id="more-time" onClick=${() => send({ form: "more-time", name: say("more-time"), path: "mas-tiempo", fields: [] })}>${say("more-time")}</button>` : ""}
    <div class="desk-forms">${forms.map((one) => html`<button type="button" class="side" id=${`open-${idOf(one)}`} key=${idOf(one)} aria-haspopup="dialog" onClick=${() => open(one)}>${one.name}</button>`)}<${Posts} desk=${desk} /></div>
    ${(desk.link_for || []).length ? html`<${PlayerLink} players=${desk.link_for} />` : ""}
    ${(desk.log || []).length ? html`<section class="log"><h2>${say("log")}</h2><ol>${desk.log.map((one) => html`<li><time>${one.time}</time> ${one.text}</li>`)}</ol></section>` : ""}
  </section>`;
}

/**
 * A new link by which a player comes to their own page.
 * @param {{players: [string, string][]}} props
 */
export function PlayerLink({ players }) {
  const { here } = useContext(Page), [given, setGiven] = useState(null);
  const submit = async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(event.target)));
    const answer = await fetch(`${here}/enlace`, { method: "POST", body, headers: { Accept: "application/json" } });
    setGiven(await answer.json());
  };
  return html`<details class="player-link"><summary>${say("player-link")}</summary><p class="note">${say("player-link-ends")}</p><form class="do" id="player-link" onSubmit=${submit}><label>${say("field-person")}<select name="player" id="player-link-of">${players.map(([who, name]) => html`<option value=${who}>${name}</option>`)}</select></label><button type="submit" class="side">${say("player-link-show")}</button></form>
    ${given ? html`<p role="status">${given.name ? `${say("player-link-of", given)} ${say("player-link-help")}` : given.sentence || given.detail}</p>${given.link ? html`<input size="48" id="handed-link" readonly aria-label=${say("player-link-of", given)} value=${given.link} onFocus=${(event) => event.target.select()} />` : ""}` : ""}</details>`;
}
