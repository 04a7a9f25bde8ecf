// The desks of a bingo hall: the sale in blocks, the parts of the work, the counter, a series from a file, a player's link.

import { html, useContext, useRef, useState } from "../../vendor/preact-htm.module.js";
import { Act, fieldsOf, idOf, Page } from "../acts.js";
import { Camera, canSee } from "../camera.js";
import { PlayerLink, Posts } from "../desk.js";
import { cx } from "../parts.js";
import { money, say } from "../text.js";

const here = document.body.dataset.here;

/** So many cartones at one touch: of a player who asks for them, or to a buyer of whoever sells. */
export function Blocks({ sale, buyer }) {
  const { step, send } = useContext(Page);
  const blocks = [...sale.blocks];
  if (buyer && buyer.wish && !blocks.some((one) => one.count === buyer.wish)) blocks.push({ count: buyer.wish, cost: buyer.wish * sale.price, last: sale.first + buyer.wish - 1 });
  blocks.sort((one, other) => one.count - other.count);
  const told = (one) => (!buyer ? [["act", "want-cards"], ["series", sale.series], ["count", String(one.count)]]
    : [["act", "sell-cards"], ["series", sale.series], ["first", String(sale.first)], ["last", String(one.last)], ...(buyer.person ? [["person", buyer.person], ["means", "account"]] : [])]);
  const whyNot = (one) => (buyer ? (one.count > buyer.most ? buyer.why_not : "") : one.why_not);
  const press = (one) => send({ form: `block-${sale.series}-${buyer ? buyer.person || "cash" : "own"}`, name: `${one.count} · ${money(one.cost)}`, fields: [["at", step], ["command", sale.command], ...told(one)] });
  return html`<div class="blocks" role="group" aria-label=${buyer ? buyer.name : sale.title}>${blocks.map((one) => html`<button type="button" key=${one.count} class=${cx("block", ((buyer && buyer.wish === one.count) || (!buyer && one.name)) && "wish")} disabled=${Boolean(whyNot(one))} title=${whyNot(one) || undefined} onClick=${() => press(one)}><b>${one.count}</b> <small>${whyNot(one) || html`${one.name ? `${one.name} · ` : ""}${money(one.cost)}`}</small></button>`)}</div>`;
}

function Sale({ sale }) {
  return html`<section class="part part-sale" id=${`sale-${sale.series}`}><h2>${sale.title}</h2>
    <p class="next">${say("bingo-next-card")} <b>${sale.first}</b> · ${say("bingo-cards-left")} <b>${sale.cards_left}</b> · ${money(sale.price)}</p>
    ${sale.gap ? html`<p class="note">${sale.gap}</p>` : ""}
    <ul class="buyers">${(sale.buyers || []).map((one) => html`<li class=${cx("buyer", one.wish && "asks")} key=${one.person || "cash"}><p><b>${one.name}</b>${one.person ? html` <small>${money(one.balance || 0)}${one.note ? ` · ${one.note}` : ""}</small>` : ""}</p><${Blocks} sale=${sale} buyer=${one} /></li>`)}</ul></section>`;
}

/** A cartón of paper with which somebody has called: its number typed, or its code read, then one button a prize. */
function PaperCall({ actions }) {
  const { step, send } = useContext(Page), input = useRef(null), [isLooking, setLooking] = useState(false);
  const field = actions[0].fields.find((one) => one.is_keyed);
  const call = async (event) => {
    event.preventDefault();
    const action = actions[Number(event.submitter.value)];
    const answer = await send({ form: idOf(action), name: action.name, fields: [...fieldsOf(action, step), [field.name, input.current.value]] });
    if (!input.current) return;
    if (!answer || answer.kind === "refused") { input.current.select(); return; }
    input.current.value = "";
    document.getElementById("dock").focus({ preventScroll: true });  // letters are keys again
  };
  return html`<form class="do" id="paper-call" onSubmit=${call}><label>${field.title}<input ref=${input} name=${field.name} id="paper-card" maxlength="60" autocomplete="off" autocapitalize="characters" spellcheck="false" required /></label>
    ${canSee() ? html`<button type="button" class="side" id="paper-camera" aria-pressed=${isLooking} onClick=${() => setLooking(!isLooking)}>${say("bingo-camera")}</button>` : ""}
    ${actions.map((one, at) => html`<button type="submit" class="side" id=${idOf(one)} name="which" value=${at} key=${idOf(one)}>${one.name}</button>`)}
    ${isLooking ? html`<${Camera} onText=${(text) => { input.current.value = text; setLooking(false); }} onClose=${() => setLooking(false)} />` : ""}</form>`;
}

/** The work of a post: the sale, then each part that has something to do or to read. */
export function Work({ desk, ask }) {
  return html`<div class="work"><dl class="figures">${(desk.facts || []).map((one) => html`<div key=${one.name}><dt>${one.name}</dt><dd>${one.value}</dd></div>`)}</dl>
    ${(desk.sales || []).map((one) => html`<${Sale} sale=${one} key=${one.series} />`)}
    ${(desk.sections || []).map((part) => html`<section class=${`part part-${part.code}`} id=${`part-${part.code}`} key=${part.code}><h2>${part.name}</h2>
      ${(part.notes || []).map((one) => html`<p class="case" role="status">${one}</p>`)}
      ${part.code === "paper" ? html`<${PaperCall} actions=${part.actions} />` : html`<div class="part-acts">${(part.actions || []).map((one) => html`<${Act} action=${one} key=${idOf(one)} />`)}</div>`}</section>`)}
    ${desk.idle && !(ask.obstacles || []).length ? html`<p class="empty">${desk.idle}</p>` : ""}</div>`;
}

/** A series from a file: that of a printed one, which says everything itself, or anybody's cartones. */
function FromFile() {
  const form = useRef(null), [told, setTold] = useState(null);
  const submit = async (event) => {
    event.preventDefault();
    const answer = await fetch(`${here}/archivo`, { method: "POST", body: new FormData(form.current), headers: { Accept: "application/json" } }).then((one) => one.json(), () => ({ kind: "refused", lines: [say("no-answer")] }));
    setTold(answer);
    if (answer.kind !== "refused" && form.current) form.current.reset();
  };
  const field = (name, more = {}) => html`<label>${say(`bingo-field-${name}`)}<input name=${name} id=${`file-${name}`} ...${more} /></label>`;
  return html`<details class="drawer" id="from-file"><summary>${say("bingo-series-from-file")}</summary><p class="note">${say("bingo-file-help")}</p>
    <form class="do" id="series-file" ref=${form} onSubmit=${submit}>
      <label class="wide">${say("bingo-file")}<input type="file" name="file" id="file-file" accept=".csv,.txt,.tsv,.json" required /></label>
      <p class="note">${say("bingo-file-kept")}</p>
      ${field("letter", { maxlength: 2, size: 3 })}${field("identification", { type: "number", min: 1, max: 1_000_000_000 })}<label>${say("bingo-field-value")} (€)<input name="value-euros" id="file-value" inputmode="decimal" size="6" maxlength="12" /></label>
      <label>${say("bingo-field-kind")}<select name="kind" id="file-kind"><option value="single">${say("bingo-choice-single")}</option><option value="double">${say("bingo-choice-double")}</option></select></label>
      <label>${say("bingo-file-columns")}<select name="any_columns" id="file-columns"><option value="">${say("bingo-file-tens")}</option><option value="true">${say("bingo-file-any-columns")}</option></select></label>
      <label>${say("bingo-field-only")}<select name="only" id="file-only">${["everything", "phone", "paper"].map((one) => html`<option value=${one === "everything" ? "" : one}>${say(`bingo-choice-${one}`)}</option>`)}</select></label>
      <button type="submit" class="side">${say("bingo-file-send")}</button></form>
    ${told ? html`<div class=${cx("told", told.kind === "refused" && "refused")} role=${told.kind === "refused" ? "alert" : "status"}>${told.kind === "refused" ? html`<p>${say("bingo-file-refused")}</p>` : ""}<ul>${(told.lines || [told.sentence]).map((one) => html`<li>${one}</li>`)}</ul></div>` : ""}</details>`;
}

const Facts = ({ name, facts = [] }) => (facts.length ? html`<section class="facts">${name ? html`<h2>${name}</h2>` : ""}<dl>${facts.map((one) => html`<div><dt>${one.name}</dt><dd>${one.value}</dd></div>`)}</dl></section>` : "");

/** What an official reads beside the work. */
export function DeskColumn({ desk }) {
  const { open } = useContext(Page);
  return html`<${Facts} name=${say("bingo-section-accounts")} facts=${desk.accounts} />
    ${desk.has_book ? html`<p><a class="button" id="minutes" href=${`${here}/libro`}>${say("bingo-minutes")}</a></p>` : ""}
    ${desk.has_file ? html`<${FromFile} />` : ""}${(desk.link_for || []).length ? html`<${PlayerLink} players=${desk.link_for} />` : ""}
    ${desk.rulebook ? html`<button type="button" class="side" id=${`open-${idOf(desk.rulebook)}`} onClick=${() => open(desk.rulebook)}>${desk.rulebook.name}</button>` : ""}
    <${Posts} desk=${desk} />
    ${(desk.log || []).length ? html`<section class="log"><h2>${say("log")}</h2><ol>${desk.log.map((one) => html`<li><time>${one.time}</time> ${one.text}</li>`)}</ol></section>` : ""}`;
}
