// What a page does by itself: letter keys, sums on buttons, clocks and focus.
(() => {
  "use strict";

  const typing = (at) => at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && at.type !== "radio");

  // Letters and figures act only where their owner wants them; the browser remembers it for every table of the hall.
  const lettersKey = "tapete-letters";
  let letters = true;
  const useLetters = (wanted) => {
    letters = wanted;
    document.body.classList.toggle("letters-off", !wanted);
    const box = document.getElementById("use-letters");
    if (box) box.checked = wanted;
  };
  try { useLetters(localStorage.getItem(lettersKey) !== "off"); } catch { useLetters(true); }
  document.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.id !== "use-letters") return;
    useLetters(event.target.checked);
    try { localStorage.setItem(lettersKey, letters ? "on" : "off"); } catch { /* then for this page alone */ }
  });

  // Who has done with a field gives the keys back to the desk: with Escape, or where what he called was taken.
  const toDesk = () => {
    const desk = document.getElementById("desk");
    if (desk) desk.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape" && !press.isComposing && typing(press.target) && press.target.matches("#desk input")) toDesk();
  });

  document.addEventListener("keydown", (press) => {
    if (!letters || press.ctrlKey || press.metaKey || press.altKey || press.repeat || typing(press.target)) return;
    const help = document.getElementById("keys");
    if (press.key === "?" && help) { help.open = true; help.querySelector("summary").focus(); press.preventDefault(); return; }
    const key = press.key.toLowerCase();
    if (/^[1-9]$/.test(key)) {
      const chip = document.querySelector(`input[data-digit="${key}"]`);
      if (chip) { chip.checked = true; press.preventDefault(); }
      return;
    }
    if (!/^[a-z]$/.test(key)) return;
    const buttons = [...document.querySelectorAll(`button[data-key="${key}"]:not([disabled])`)].filter((one) => one.checkVisibility());
    if (buttons.length) { press.preventDefault(); buttons[0].click(); }
  });

  // A form that was done is empty again, but for what has been written in it since it was sent: the table may go on, and
  // the next act be begun, before the answer is there.
  const written = new WeakSet();
  const empty = (form) => {
    const kept = [...form.elements].filter((one) => written.has(one)).map((one) => [one, one.value, one.checked]);
    form.reset();
    kept.forEach(([one, value, checked]) => Object.assign(one, "checked" in one ? { value, checked } : { value }));
  };
  document.addEventListener("input", (event) => written.add(event.target));
  document.addEventListener("htmx:before:request", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    if (form) [...form.elements].forEach((one) => written.delete(one));
  });
  document.addEventListener("htmx:after:request", (event) => {
    const ctx = event.detail && event.detail.ctx;
    const form = event.target instanceof Element ? event.target.closest("form.with-fields, form.ruling") : null;
    if (form && ctx && ctx.response && ctx.response.status === 200) empty(form);
    const called = form && form.closest("[data-keyed]") ? form.querySelector("input[name=card]") : null;
    if (called && ctx && ctx.response && ctx.response.status === 200 && called === document.activeElement) toDesk();
    const refused = form && ctx && ctx.response && ctx.response.status !== 200;
    const keyed = refused ? called || form.querySelector("input.key-card") : null;
    if (keyed && keyed.value) { keyed.focus({ preventScroll: true }); keyed.select(); }  // the next key takes its place
  });

  // A request without an answer is told beside the button; what becomes of an act is asked after in its own room.
  document.addEventListener("htmx:error", (event) => {
    const ctx = event.detail && event.detail.ctx;
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    const text = document.getElementById("not-sent"), answer = document.getElementById("answer");
    if (form && ctx && !ctx.response && !ctx.press && text && answer) answer.replaceChildren(text.content.cloneNode(true));
  });

  // What was done is told until the table has gone on twice; a player's refusal until the next act or, if the table goes
  // on to another step, until it has stood long enough to be read: bots may take that step after a second.
  // An official's stays until he presses something else or puts it away: he must not take for recorded what is not.
  document.addEventListener("click", (event) => {
    const away = event.target instanceof Element ? event.target.closest(".answer .dismiss") : null;
    if (away) (away.closest("[data-press]") || away.closest(".said-back")).remove();
  });
  document.addEventListener("htmx:after:swap", () => {
    const page = document.querySelector("main[data-step]");
    if (page && !document.querySelector(".console-desk")) document.querySelectorAll("#answer > .refused:not([data-step])").forEach((one) => window.tapeteTold(one, page.dataset.step));
  });
  const READING = 5_000;
  let looking = 0;
  window.tapeteTold = (one, step) => Object.assign(one.dataset, { step, told: Date.now() });
  const isRead = (one) => {
    const left = Number(one.dataset.told) + READING - Date.now();
    if (left <= 0) return true;
    clearTimeout(looking);
    looking = setTimeout(outlived, Math.min(left, READING));
    return false;
  };
  const outlived = () => {
    const page = document.querySelector("main[data-version]");
    if (page) document.querySelectorAll(".answer > .refused[data-step]").forEach((one) => { if (one.dataset.step !== page.dataset.step && isRead(one)) one.remove(); });
    // That a proposal waits is said where it stands; once it is answered, the answer to its sending would be false.
    if (page && !page.querySelector(".proposal.is-own")) document.querySelectorAll('.answer > [data-code="awaits-second"]').forEach((one) => one.remove());
    if (page) document.querySelectorAll(".answer > [data-version]").forEach((one) => { if (Number(page.dataset.version) > Number(one.dataset.version) + 1) one.remove(); });
  };

  // A link to be handed over: copied where the browser lets us, else marked so that it can be.
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    const field = button && document.getElementById(button.dataset.copy);
    if (!field) return;
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(() => { button.textContent = button.dataset.done; }, () => {});
  });

  // A button of money says what it does: act and sum. A preset fills the field; the one button of the form acts.
  const read = (text, lang) => {
    let [thousands, decimal] = lang === "en" ? [",", "."] : [".", ","];
    // The sign of the euro stands at one end, blanks only before three figures: what might be two amounts is none.
    const plain = text.trim().replace(/^€[ \u00a0\u2009\u202f]?|[ \u00a0\u2009\u202f]?(€|euros?)$/i, "");
    for (const mark of [`\\${thousands}`, "[ \\u00a0\\u2009\\u202f]"]) {
      const grouped = new RegExp(`^([1-9]\\d{0,2}(?:${mark}\\d{3}){1,3})(?:\\${decimal}(\\d{1,2}))?$`).exec(plain);
      if (grouped) return Number(grouped[1].replace(/\D/g, "")) * 100 + Number((`${grouped[2] || ""}00`).slice(0, 2));
    }
    const single = /^(\d{1,11})(?:[.,](\d{1,2}))?$/.exec(plain);
    return single ? Number(single[1]) * 100 + Number((`${single[2] || ""}00`).slice(0, 2)) : null;
  };
  const euros = (cents, lang) => {
    const [group, mark] = { en: [",", "."], fr: ["\u202f", ","] }[lang] || [".", ","];
    const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group);
    const text = cents % 100 ? `${whole}${mark}${String(cents % 100).padStart(2, "0")}` : whole;
    return lang === "en" ? `€${text}` : `${text}\u00a0€`;
  };
  window.tapeteEuros = euros;
  const sums = () => document.querySelectorAll("[data-sum-of]").forEach((sum) => {
    const field = document.getElementById(sum.dataset.sumOf), lang = document.documentElement.lang;
    const cents = field ? read(field.value, lang) : null;
    const text = cents ? ` · ${euros(cents, lang)}` : "";
    if (sum.textContent !== text) sum.textContent = text;
  });
  document.addEventListener("input", sums);
  document.addEventListener("reset", () => setTimeout(sums));
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-fill]") : null;
    const field = button && document.getElementById(button.dataset.into);
    if (!field) return;
    field.value = button.dataset.fill;
    written.add(field);
    sums();
    const act = field.form && field.form.querySelector("button[type=submit]");
    if (act) act.focus({ preventScroll: true });
  });

  // Whoever had a button that the table took away goes on from the same act if he may do it again (the next card), else
  // from his desk: not from the top of the page, and never from another act that one more Enter would do.
  let last = null, act = "";
  document.addEventListener("focusin", (event) => {
    const form = event.target.closest("form"), field = form && form.querySelector("input[name=act]");
    last = event.target;
    act = field ? field.value : "";
  });
  document.addEventListener("pointerdown", (event) => {
    const at = document.activeElement;  // whoever presses on nothing wants no focus; on what has it, it stays and is not said
    if (at === document.body || !at.contains(event.target)) last = null;
  });
  const refocus = () => {
    const desk = document.getElementById("desk");
    const at = document.activeElement;  // still the button itself, where the browser has not looked yet
    if (!desk || !last || (at !== document.body && at.checkVisibility())) return;
    if (last.isConnected && last.checkVisibility()) { last.focus({ preventScroll: true }); return; }  // it was only moved
    const again = act && desk.querySelector(`form:has(input[name=act][value="${act}"]) button`);
    (again && again.checkVisibility() ? again : desk).focus({ preventScroll: true });
  };

  // The clock of the table: the page carries when the time ends, and each message the time of the server.
  let skew = 0;
  const heard = () => {
    const time = document.getElementById("server-time");
    if (time) skew = Number(time.dataset.now) - Date.now();
  };
  const tick = () => document.querySelectorAll(".clock[data-ends]").forEach((clock) => {
    const left = Math.max(0, Number(clock.dataset.ends) - Date.now() - skew) / 1000, shown = clock.querySelector("b");
    const text = left > 0 ? `${Math.ceil(left)} s` : "";
    if (shown && shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("late", left < 5);
    clock.hidden = left <= 0;
  });
  setInterval(tick, 250);

  document.addEventListener("htmx:sse:after:message", () => {
    const next = document.querySelector("#live [data-goes-on]");  // the table was opened again elsewhere
    if (next) { location.replace(next.dataset.goesOn); return; }
    heard();
    tick();
    outlived();
    sums();
    refocus();
  });
})();
