// What officials do about what happened: a report in three steps, with the remedy before it is confirmed, and rulings.

import { html, useContext, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Act, Field, fieldsOf, Form, idOf, Page, toldIn } from "./acts.js";
import { Clauses } from "./parts.js";
import { say } from "./text.js";

/** What is due about an incident, in sentences, with the clauses that say so. */
function Remedy({ one }) {
  return html`${one.note ? html`<p class="note">${one.note}</p>` : ""}
    ${(one.findings || []).length ? html`<ul class="found">${one.findings.map((fault) => html`<li>${fault}</li>`)}</ul>` : ""}
    ${(one.proposed || []).length ? html`<ol class="remedy">${one.proposed.map((effect) => html`<li>${effect}</li>`)}</ol>` : ""}
    ${(one.remarks || []).map((text) => html`<p class="remark">${text}</p>`)}
    <${Clauses} clauses=${one.clauses} />`;
}

/** An open incident: what is proposed is one button; another remedy that a clause allows has its own, with a reason. */
export function Incident({ one }) {
  return html`<article class="incident"><h3>${one.title}</h3><${Remedy} one=${one} />
    ${one.pronounce ? ((one.pronounce.fields || []).length ? html`<${Form} action=${one.pronounce} main=${true} />` : html`<${Act} action=${one.pronounce} main=${true} />`) : ""}
    ${(one.alternatives || []).map((other) => html`<section class="other-remedy"><p><b>${say("desk-alternative")}:</b> ${other.sentences.join(" ")} ${other.by || ""}</p><${Clauses} clauses=${other.clauses} />${other.act ? html`<${Form} action=${other.act} />` : ""}</section>`)}
  </article>`;
}

/** Step two and three of a report: its facts, then what it would come to, and the button that makes it so. */
function ReportForm({ action, shown, onShown, onDone }) {
  const { step, here, send } = useContext(Page);
  const form = useRef(null), preview = useRef(null), [lost, setLost] = useState(""), isShown = Boolean(shown && shown.incident);
  const look = useRef(null);  // the request for which the table may wait, from the moment it is sent
  const ask = (fields) => fetch(`${here}/examinar`, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" }, signal: AbortSignal.timeout(12_000) });
  const end = () => {
    const asked = look.current, over = () => ask([]);
    look.current = null;
    if (asked) void asked.then(over, over).catch(() => {});  // not before its answer, or the look would begin after its end
  };
  useEffect(() => {
    const leave = () => { if (look.current) navigator.sendBeacon(`${here}/examinar`, new URLSearchParams()); };
    addEventListener("pagehide", leave);
    return () => { removeEventListener("pagehide", leave); end(); };
  }, []);
  useEffect(() => { if (!isShown) end(); }, [isShown]);
  useEffect(() => { (isShown ? preview : form).current.querySelector(isShown ? "h3" : "select, input, button").focus({ preventScroll: true }); }, [isShown]);
  const examine = async (event) => {
    event.preventDefault();
    const asked = look.current = ask([...fieldsOf(action, step), ...toldIn(form.current)]);
    try {
      const answer = await (await asked).json();
      if (look.current !== asked) return;  // they went back meanwhile
      setLost("");
      onShown(answer);
    } catch { if (look.current === asked) { setLost(say("not-sent")); end(); } }
  };
  const confirm = async () => {
    const answer = await send({ form: "confirm-report", name: action.name, fields: shown.fields });
    if (answer && answer.kind === "preview") onShown(answer);
    else if (answer && answer.kind !== "refused") onDone();
  };
  if (isShown) return html`<section class="preview" id="preview" data-code=${shown.code} ref=${preview}><h3 tabindex="-1">${shown.incident.title}</h3><p class=${shown.code === "preview" ? "" : "refused"} role="status">${shown.heading}</p>
    <${Remedy} one=${shown.incident} />${(shown.incident.alternatives || []).map((other) => html`<p><b>${say("desk-alternative")}:</b> ${other.sentences.join(" ")} ${other.by || ""}</p>`)}
    <button type="button" class="main" id="confirm-report" onClick=${confirm}>${shown.confirm}</button></section>`;
  return html`<form class="do" id=${`form-${idOf(action)}`} ref=${form} onSubmit=${examine}>
    ${(action.fields || []).map((one) => html`<${Field} field=${one} form=${idOf(action)} key=${one.name} />`)}
    ${shown || lost ? html`<p class="refused" role="alert">${lost || shown.sentence}</p>${shown ? html`<${Clauses} clauses=${shown.clauses} />` : ""}` : ""}
    <button type="submit" class="main">${say("desk-examine")}</button></form>`;
}

/** «¿Qué ha pasado?»: what, its facts, what is due. */
export function Report({ accidents, onDone }) {
  const [chosen, setChosen] = useState(""), [shown, setShown] = useState(null);
  const action = accidents.find((one) => one.variant === chosen);
  const back = () => (shown && shown.incident ? setShown(null) : (setShown(null), setChosen("")));
  if (!action) return html`<div class="accidents">${accidents.map((one) => html`<button type="button" class="side" id=${`report-${one.variant}`} key=${one.variant} onClick=${() => setChosen(one.variant)}>${one.name}</button>`)}${accidents.length ? "" : html`<p class="note">${say("desk-report-none")}</p>`}</div>`;
  return html`<section class="reporting"><p><button type="button" class="side" id="report-back" onClick=${back}>← ${shown && shown.incident ? action.name : say("desk-report-title")}</button></p>${shown && shown.incident ? "" : html`<h3>${action.name}</h3>`}<${ReportForm} action=${action} shown=${shown} onShown=${setShown} onDone=${onDone} key=${chosen} /></section>`;
}
