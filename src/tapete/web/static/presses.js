// What becomes of a press: each is one act, and one whose answer is lost is asked after, never sent again by itself.
(() => {
  "use strict";

  // A press has an id of its own, by which the hall is asked what became of it, and the id of its command, under which it
  // is done once however often it is sent. Both are kept until its fate is known, also over a reload.
  const ACTS = /\/(hacer|repetir)$/, PATIENCE = 12_000, LONGEST = 8_000, BETWEEN_DOUBTS = 1_500;
  const storeKey = `tapete-unanswered:${location.pathname}`;
  let lost = (() => {
    try { return (JSON.parse(sessionStorage.getItem(storeKey)) || []).filter((one) => one.press && one.fields); } catch { return []; }
  })();
  const save = () => { try { sessionStorage.setItem(storeKey, JSON.stringify(lost)); } catch { /* then for this page alone */ } };
  const onTheWay = new Set(), done = new Set(), asking = new WeakMap();
  // The second click of a double click is no press: the first is on its way, or has just been done.
  const DOUBLE = 600, doubleUntil = new Map(), keyOf = (press) => press.command + press.means;
  const newId = () => (crypto.randomUUID ? crypto.randomUUID() : String(performance.now()) + Math.random());
  const meaning = (body) => JSON.stringify([...body.entries()].filter(([name]) => !["command", "at", "press"].includes(name)).map(([name, value]) => [name, String(value)]));
  const isSame = (one, other) => one.command === other.command && one.means === other.means;
  const place = (press) => document.querySelector(`#presses > [data-press="${CSS.escape(press.press)}"]`);

  const nameOf = (form, button, body) => {
    const asked = form.querySelector("details.ask-first > summary");
    const label = (asked || button.querySelector(".box-name") || button).cloneNode(true);
    label.querySelectorAll("kbd, small, svg, .stack").forEach((one) => one.remove());
    const text = label.textContent.trim().replace(/\s+/g, " "), amount = body.get("amount") || "";
    return /^\d+$/.test(amount) && !/\d/.test(text) ? `${text} · ${window.tapeteEuros(Number(amount), document.documentElement.lang)}` : text;
  };

  // The same press is what is pressed again while nobody knows what became of it. Once that is known, or another press of
  // the form was answered, the same touch is another act.
  document.addEventListener("htmx:config:request", (event) => {
    const ctx = event.detail && event.detail.ctx, body = ctx && ctx.request.body;
    if (!body || typeof body.set !== "function" || !body.has("command") || !ACTS.test(ctx.request.action)) return;
    const form = ctx.sourceElement.closest("form"), means = meaning(body), at = body.get("at") || "";
    const isAgain = (one) => one.open && one.form === form.id && one.means === means && (one.fate !== "unknown" || one.at === at);
    let press = lost.find((one) => (form.dataset.again ? one.press === form.dataset.again : isAgain(one)));
    if (!press) {
      press = { press: newId(), command: body.get("command"), at, form: form.id, means, open: true, action: ctx.request.action };
      press.name = nameOf(form, ctx.request.submitter || form.querySelector("button:not([type=button])"), body);
      if (form.matches("[data-each]") || done.has(keyOf(press)) || lost.some((one) => isSame(one, press))) press.command = newId();
    }
    if (performance.now() < (doubleUntil.get(keyOf(press)) || 0)) { event.preventDefault(); return; }
    doubleUntil.set(keyOf(press), Infinity);
    body.set("press", press.press);
    body.set("command", press.command);
    if (press.at) body.set("at", press.at);
    press.fields = [...body.entries()].map(([name, value]) => [name, String(value)]);
    ctx.press = press;
    ctx.request.timeout = PATIENCE;
  });
  document.addEventListener("htmx:before:request", (event) => {
    if (event.detail.ctx.press) onTheWay.add(event.detail.ctx.press);
  });

  // Only the hall says what became of an act: a page of something between here and there is no answer.
  const isAnswer = (ctx) => typeof ctx.text === "string" && ctx.response && ctx.response.headers.get("tapete-fate") === "known";
  document.addEventListener("htmx:before:swap", (event) => {
    const ctx = event.detail && event.detail.ctx;
    if (ctx && ctx.press && !isAnswer(ctx)) event.preventDefault();
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const ctx = event.detail && event.detail.ctx, press = ctx && ctx.press;
    if (!press) return;
    onTheWay.delete(press);
    doubleUntil.delete(keyOf(press));
    if (!isAnswer(ctx)) { lose(press); return; }
    if (ctx.response.status === 200) doubleUntil.set(keyOf(press), performance.now() + DOUBLE);
    close(press);
    lost.forEach((one) => { if (one.form === press.form) one.open = false; });
    save();
  });
  const keep = (press) => { if (!lost.some((one) => isSame(one, press))) lost.push(press); save(); };
  window.addEventListener("pagehide", () => onTheWay.forEach(keep));
  window.addEventListener("pageshow", () => { render(); askAll(); });

  const lose = (press) => {
    keep(press);
    press.fate = "asked";
    asking.delete(press);
    render();
    ask(press);
  };
  const close = (press) => {
    lost.filter((one) => isSame(one, press)).forEach((one) => done.add(keyOf(one)));
    lost = lost.filter((one) => !isSame(one, press));
    save();
    render();
  };

  // The hall is asked until it answers; what it has not seen twice is offered again, under the same id.
  const ask = async (press) => {
    const state = asking.get(press) || { wait: 250, doubts: 0 };
    if (state.busy) return;
    asking.set(press, Object.assign(state, { busy: true }));
    clearTimeout(state.timer);
    let fate = null, text = "";
    try {
      const query = new URLSearchParams({ press: press.press, command: press.command, at: press.at });
      const options = { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(LONGEST) };
      const answer = await fetch(`${press.action.replace(ACTS, "/pulsacion")}?${query}`, options);
      text = await answer.text();
      fate = answer.headers.get("tapete-fate");
    } catch { /* no connection: asked again below */ }
    state.busy = false;
    if (!lost.includes(press) || [...onTheWay].some((one) => isSame(one, press))) return;
    if (fate === "known") { tell(press, text); close(press); return; }
    if (fate === "unknown") state.doubts += 1;
    if (state.doubts > 1) { press.fate = "unknown"; save(); render(); return; }
    state.wait = fate === "unknown" ? BETWEEN_DOUBTS : Math.min(state.wait * 2, LONGEST);
    state.timer = setTimeout(() => ask(press), state.wait);
  };
  const askAll = () => lost.forEach((one) => { if (one.fate !== "unknown" && !onTheWay.has(one)) ask(one); });
  window.addEventListener("online", askAll);
  document.addEventListener("htmx:sse:after:connection", askAll);
  document.addEventListener("htmx:sse:after:message", () => render());

  const shown = (press, template) => {
    const note = document.getElementById(template).content.firstElementChild.cloneNode(true);
    note.dataset.press = press.press;
    note.querySelector(".press-name").textContent = press.name;
    const before = place(press), at = document.getElementById("presses");
    if (before) before.replaceWith(note); else at.append(note);
    return note;
  };
  const tell = (press, text) => {
    if (!document.getElementById("presses")) return;
    const note = shown(press, "press-known"), page = document.querySelector("main[data-step]");
    note.querySelector(".press-answer").innerHTML = text;
    const told = note.querySelector(".said-back");
    if (told && told.dataset.version) note.dataset.version = told.dataset.version;
    if (told && told.matches(".refused") && page && !document.querySelector(".console-desk")) { note.classList.add("refused"); window.tapeteTold(note, page.dataset.step); }
  };
  const offer = (press) => {
    const note = shown(press, "press-unknown"), form = note.querySelector("form");
    Object.assign(form, { action: press.action, id: `again-${press.press}` });
    form.dataset.again = press.press;
    form.setAttribute("hx-post", press.action);
    press.fields.forEach(([name, value]) => {
      const field = document.createElement("input");
      form.append(Object.assign(field, { type: "hidden", name, value }));
    });
    htmx.process(note);
  };
  const render = () => {
    const at = document.getElementById("presses");
    if (!at || !document.getElementById("press-asked")) return;
    at.querySelectorAll("[data-fate]").forEach((one) => { if (!lost.some((press) => press.press === one.dataset.press)) one.remove(); });
    lost.forEach((press) => {
      const fate = press.fate === "unknown" ? "unknown" : "asked", now = place(press);
      if (onTheWay.has(press) && fate === "asked" && !now) return;
      if (now && now.dataset.fate === fate) return;
      if (fate === "unknown") offer(press); else shown(press, "press-asked");
    });
  };
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-press] [data-drop]") : null;
    const press = button && lost.find((one) => one.press === button.closest("[data-press]").dataset.press);
    if (press) close(press);
  });
})();
