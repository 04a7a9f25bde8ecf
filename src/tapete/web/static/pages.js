// What a page without a table does: its live part follows the house, the forms of a desk are sent beside the page. Without
// this module each form and each link works all the same.
import { follow, line, reach } from "./stage/wire.js";

// --- presses ---------------------------------------------------------------------------------------------------------------

// The second click of a double click is no press, nor is a key that is held down.
const QUICK_MS = 400, ANSWER_MS = 30_000;
const presses = (at) => at instanceof Element && at.closest("form button:not([type=button])");
let last = 0;
document.addEventListener("click", (event) => {
  if (!event.detail) return;  // a key, or a program
  const gap = event.timeStamp - last;
  last = event.timeStamp;
  if (event.detail > 1 && gap < QUICK_MS && presses(event.target)) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && presses(event.target)) event.preventDefault();
}, true);

// What a link carries behind its «#» goes into the field, and out of the address: no server and no history keeps it.
const carried = document.getElementById("carried"), word = decodeURIComponent(location.hash.slice(1));
if (carried && word) {
  /** @type {HTMLInputElement} */ (carried).value = word;
  history.replaceState(null, "", location.pathname);
}

// A browser that keeps no cookies would come to the same door again and again: it says so before.
document.getElementById("needs-cookies").hidden = navigator.cookieEnabled || !document.querySelector("form[method=post]");

// Whoever came to a way in by himself does not press its button; who was led there by another site does.
/** @type {HTMLFormElement | null} */ (document.querySelector("form[data-by-itself]"))?.requestSubmit();

// --- what is drawn anew ----------------------------------------------------------------------------------------------------

const isKept = (name) => ["open", "data-following"].includes(name);  // a drawer stays as its reader left it
const settled = (form) => [...form.querySelectorAll("input[type=hidden]:not([name=command])")].map((field) => field.value).join();
const keyOf = (one) => one.id || (one.matches("form, details") ? settled(one.querySelector("form") || one) : one.name) || "";
const isSame = (one, other) => one.nodeType === other.nodeType && (one.nodeType !== 1 || (one.tagName === other.tagName && keyOf(one) === keyOf(other)));

/** Forms that were sent and have no answer: pressed again they are the same command, which counts once. */
const unanswered = new WeakSet();

/** Make `old` like `fresh`: what both have stays the same element, with its focus and what is written in it. */
function renew(old, fresh) {
  if (old.name === "command" && unanswered.has(old.form)) return;
  if (old.nodeType !== 1) { if (old.data !== fresh.data) old.data = fresh.data; return; }
  for (const { name, value } of fresh.attributes) if (!isKept(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!isKept(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  const rest = [...old.childNodes];
  const pairs = [...fresh.childNodes].map((one) => {
    const at = rest.findIndex((other) => isSame(other, one));
    return [at < 0 ? null : rest.splice(at, 1)[0], one];
  });
  rest.forEach((one) => one.remove());
  let place = old.firstChild;
  for (const [found, one] of pairs) {
    if (found) renew(found, one);
    if (found && found === place) place = place.nextSibling; else old.insertBefore(found || one, place);
  }
}

const live = document.getElementById("live");
let isSending = false;
if (live?.dataset.follow) {
  follow(live.dataset.follow, {
    rests: false,
    onMessage: (message) => {
      live.dataset.following = "yes";
      if (!isSending) renew(live, Object.assign(live.cloneNode(false), { innerHTML: /** @type {{html: string}} */ (message).html }));
    },
  });
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target), main = document.querySelector("main");
    if (form.method !== "post") return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    unanswered.add(form);
    main.ariaBusy = "true";
    try {
      const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
      const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout(ANSWER_MS) });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      if (!fresh) throw new Error("no page");
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { location.assign(answer.url); return; }
      unanswered.delete(form);
      line(true);
      if (answer.ok) form.reset();
      renew(main, fresh);
      document.querySelector("main [role=alert].said-back")?.scrollIntoView({ block: "center" });
    } catch { line(false); } finally {
      isSending = false;
      main.removeAttribute("aria-busy");
    }
  });
} else if (!document.getElementById("tables")) {
  // What is written in a form stays, where the hall does not answer.
  let isThere = false, isAsked = false;
  document.addEventListener("submit", async (event) => {
    if (isThere || event.defaultPrevented) return;
    event.preventDefault();
    if (isAsked) return;  // a second press while the hall is asked
    isAsked = true;
    isThere = await reach();
    if (isThere) /** @type {HTMLFormElement} */ (event.target).requestSubmit(event.submitter);
    isThere = isAsked = false;
  });
}
