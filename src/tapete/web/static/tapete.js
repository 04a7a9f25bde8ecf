// What a page does by itself: letter keys, one command id for each bet, and the sign of a lost connection.
(() => {
  "use strict";

  const typing = (at) => at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && at.type !== "radio");

  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || press.repeat || typing(press.target)) return;
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

  // Each touch of a bet box is a bet of its own; a request that is sent again keeps its id.
  document.addEventListener("htmx:config:request", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-each]") : null;
    const body = event.detail && event.detail.ctx && event.detail.ctx.request.body;
    if (form && body && typeof body.set === "function") body.set("command", crypto.randomUUID ? crypto.randomUUID() : String(performance.now()) + Math.random());
  });

  // A form that was done is empty again.
  document.addEventListener("htmx:after:request", (event) => {
    const ctx = event.detail && event.detail.ctx;
    const form = event.target instanceof Element ? event.target.closest("form.with-fields, form.ruling") : null;
    if (form && ctx && ctx.response && ctx.response.status === 200) form.reset();
  });

  // A request that never arrived is told beside the button: nothing else would say that the act was not done.
  document.addEventListener("htmx:error", (event) => {
    const ctx = event.detail && event.detail.ctx;
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    const text = document.getElementById("not-sent"), answer = document.getElementById("answer");
    if (form && ctx && !ctx.response && text && answer) answer.replaceChildren(text.content.cloneNode(true));
  });

  // What was done is told until the table has gone on twice; a refusal stays until the next act.
  const outlived = () => {
    const page = document.querySelector("main[data-version]");
    const told = document.querySelector("#answer > [data-version]");
    if (page && told && Number(page.dataset.version) > Number(told.dataset.version) + 1) told.remove();
  };

  // A link to be handed over: copied where the browser lets us, else marked so that it can be.
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    const field = button && document.getElementById(button.dataset.copy);
    if (!field) return;
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(() => { button.textContent = button.dataset.done; }, () => {});
  });

  // Whoever had a button that the table took away goes on from the same act if he may do it again (the next card), else
  // from his desk: not from the top of the page, and never from another act that one more Enter would do.
  let last = null, act = "";
  document.addEventListener("focusin", (event) => {
    const form = event.target.closest("form"), field = form && form.querySelector("input[name=act]");
    last = event.target;
    act = field ? field.value : "";
  });
  const refocus = () => {
    const desk = document.getElementById("desk");
    if (!desk || !last || last.isConnected || document.activeElement !== document.body) return;
    const again = act && desk.querySelector(`form:has(input[name=act][value="${act}"]) button`);
    (again && again.checkVisibility() ? again : desk).focus({ preventScroll: true });
  };

  const offline = (is) => { const sign = document.getElementById("offline"); if (sign) sign.hidden = !is; };
  document.addEventListener("htmx:sse:error", (event) => {
    offline(true);
    // The server knows this page's session no more, as after a restart: loaded anew it is let in again, or says what to do.
    const live = document.getElementById("live");
    if (event.detail && event.detail.status === 401 && live && live.dataset.following === "yes") location.reload();
  });
  document.addEventListener("htmx:sse:after:connection", () => offline(false));
  document.addEventListener("htmx:sse:after:message", () => {
    offline(false);
    const live = document.getElementById("live");
    if (live) live.dataset.following = "yes";
    outlived();
    refocus();
  });
})();
