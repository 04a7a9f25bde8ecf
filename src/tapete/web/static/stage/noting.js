// What the croupier of a real table writes down: they touch a place, then the act.

import { html, useContext, useRef, useState } from "../vendor/preact-htm.module.js";
import { cx } from "./parts.js";
import { Field, idOf, Page, toldIn } from "./acts.js";
import { money, say } from "./text.js";

/** A newcomer at a free place: their name and what they bring, at one press. */
function Newcomer({ noting, seat, note, onDone }) {
  const form = useRef(null), [sit, stand, buy] = noting.coming;
  const submit = async (event) => {
    event.preventDefault();
    const { name, euros } = form.current.elements, who = [["new-person", name.value]];
    const place = seat ? [["noted", sit], ["seat", String(seat)]] : [["noted", stand], ["seat", form.current.elements.seat.value]];
    const sat = await note("note-place", name.value, [...who, ...place]);
    if (!sat || sat.kind === "refused") return;
    if (euros.value.trim()) await note("note-chips", name.value, [...who, ["noted", buy], ["amount-euros", euros.value]], true);
    onDone();
  };
  return html`<form class="do" id="note-newcomer" ref=${form} onSubmit=${submit}>
    <label>${say("new-name")}<input name="name" id="note-name" maxlength="40" autocomplete="off" autocapitalize="off" required /></label>
    ${seat ? "" : html`<label>${say("behind-place")}<input type="number" name="seat" min="1" max=${noting.last_seat} value=${noting.last_seat} required /></label>`}
    <label>${say("my-chips")}<input name="euros" id="note-chips" inputmode="decimal" size="8" autocomplete="off" value=${money(noting.chips, { sign: false })} /></label>
    <button type="submit" class="main">${seat ? say("note-sit", { seat }) : say("note-stand")}</button></form>`;
}

/** What somebody at the table does: the usual acts of the phase first; an act without an amount at one press. */
function Noted({ noting, who, note, onDone }) {
  const usual = noting.usual || [], [tag, setTag] = useState(""), [isAll, setAll] = useState(!usual.length);
  const act = noting.acts.find((one) => one.tag === (tag || usual[0])), fields = (act && act.fields) || [];
  const form = useRef(null);
  const shown = isAll ? noting.acts : noting.acts.filter((one) => usual.includes(one.tag)).sort((one, other) => usual.indexOf(one.tag) - usual.indexOf(other.tag));
  const send = async (one, told = []) => { const answer = await note(`note-${one.tag}`, one.name, [["person", who], ["noted", one.tag], ...told]); if (answer && answer.kind !== "refused") onDone(); };
  const press = (one) => ((one.fields || []).length ? setTag(one.tag) : send(one));
  const submit = (event) => { event.preventDefault(); send(act, toldIn(form.current)); };
  const fill = (one, value) => { form.current.elements[`${one.name}-euros`].value = money(value, { sign: false }); form.current.requestSubmit(); };
  return html`<div class="noted"><div class="accidents">${shown.map((one) => html`<button type="button" class=${cx("side", act === one && "chosen")} id=${`note-${one.tag}`} key=${one.tag} onClick=${() => press(one)}>${one.name}</button>`)}${isAll ? "" : html`<button type="button" class="side" id="note-more" onClick=${() => setAll(true)}>${say("more")}</button>`}</div>
    ${fields.length ? html`<form class="do" id="note-form" ref=${form} onSubmit=${submit} key=${act.tag}>${fields.map((one) => html`<${Field} field=${one} form=${idOf(act)} key=${one.name} />`)}
      <button type="submit" class="main">${act.name}</button>
      ${fields.map((one) => ((one.quick || []).length ? html`<span class="quick">${one.quick.map((amount) => html`<button type="button" class="amount" onClick=${() => fill(one, amount.value)}>${money(amount.value)}${amount.name ? html` <small>${amount.name}</small>` : ""}</button>`)}</span>` : ""))}</form>` : ""}</div>`;
}

/** @param {{noting: object, seat: number, who: string, onDone: () => void}} props `seat` was touched; `who` is there. */
export function Note({ noting, seat, who, onDone }) {
  const { step, send } = useContext(Page);
  const note = (form, name, fields, isSecond = false) => send({ form: `${form}-${seat || who}`, name, fields: [["act", noting.tag], ["at", isSecond ? "" : step], ["command", `${noting.command}${isSecond ? "2" : ""}`], ...fields] });
  return who ? html`<${Noted} noting=${noting} who=${who} note=${note} onDone=${onDone} />` : html`<${Newcomer} noting=${noting} seat=${seat} note=${note} onDone=${onDone} />`;
}
