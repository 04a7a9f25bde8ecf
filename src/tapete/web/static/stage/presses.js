// What becomes of a press: each is one act, and one whose answer is lost is asked after, never sent again by itself.
//
// A press has an id of its own, by which the hall is asked what became of it, and the id of its command, under which it
// is done once however often it is sent. Both are kept until its fate is known, also over a reload.

const PATIENCE = 12_000, LONGEST = 8_000, BETWEEN_DOUBTS = 1_500, DOUBLE = 600;
const newId = () => (crypto.randomUUID ? crypto.randomUUID() : String(performance.now()) + Math.random());
const NOT_MEANT = ["command", "at", "press"];
const meaning = (fields) => JSON.stringify(fields.filter(([name]) => !NOT_MEANT.includes(name)));
const keyOf = (press) => press.command + press.means;
const isSame = (one, other) => one.command === other.command && one.means === other.means;

/**
 * @typedef {object} Press
 * @property {string} press id of the request
 * @property {string} command id under which it is done once
 * @property {string} at the step it is meant for
 * @property {string} form which button it was
 * @property {string} name what the button said
 * @property {string} action where it is sent
 * @property {[string, string][]} fields
 * @property {boolean} [wasLost] its answer came by asking
 */

/**
 * @param {string} here address of the page
 * @param {(lost: Press[], onTheWay: Press[]) => void} onChange called when something is on the way, lost or known
 * @param {(press: Press, answer: object) => void} onAnswer called with the hall's own answer
 */
export function presses(here, onChange, onAnswer) {
  const storeKey = `tapete-unanswered:${location.pathname}`;
  let lost = (() => {
    try { return (JSON.parse(sessionStorage.getItem(storeKey)) || []).filter((one) => one.press && one.fields); } catch { return []; }
  })();
  const onTheWay = new Set(), done = new Set(), asking = new WeakMap(), doubleUntil = new Map();
  const tell = () => onChange([...lost], [...onTheWay]);
  const save = () => {
    try { sessionStorage.setItem(storeKey, JSON.stringify(lost)); } catch { /* then for this page alone */ }
    tell();
  };
  const keep = (press) => { if (!lost.some((one) => isSame(one, press))) lost.push(press); save(); };
  const close = (press) => {
    lost.filter((one) => isSame(one, press)).forEach((one) => done.add(keyOf(one)));
    lost = lost.filter((one) => !isSame(one, press));
    save();
  };

  // Only the hall says what became of an act: a page of something between here and there is no answer.
  const answerOf = async (response) => {
    if (response.headers.get("tapete-fate") !== "known") return null;
    try { return await response.json(); } catch { return null; }
  };

  // The hall is asked until it answers; what it has not seen twice is offered again, under the same id.
  const ask = async (press) => {
    const state = asking.get(press) || { wait: 250, doubts: 0 };
    if (state.isBusy) return;
    asking.set(press, Object.assign(state, { isBusy: true }));
    clearTimeout(state.timer);
    let fate = null, answer = null;
    try {
      const query = new URLSearchParams({ press: press.press, command: press.command, at: press.at });
      /** @type {RequestInit} */
      const options = { headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(LONGEST) };
      const response = await fetch(`${here}/pulsacion?${query}`, options);
      fate = response.headers.get("tapete-fate");
      answer = await answerOf(response);
    } catch { /* no connection: asked again below */ }
    state.isBusy = false;
    if (!lost.includes(press) || [...onTheWay].some((one) => isSame(one, press))) return;
    if (fate === "known" && answer) { onAnswer({ ...press, wasLost: true }, answer); close(press); return; }
    if (fate === "unknown") state.doubts += 1;
    if (state.doubts > 1) { press.fate = "unknown"; save(); return; }
    state.wait = fate === "unknown" ? BETWEEN_DOUBTS : Math.min(state.wait * 2, LONGEST);
    state.timer = setTimeout(() => ask(press), state.wait);
  };
  const askAll = () => lost.forEach((one) => { if (one.fate !== "unknown" && !onTheWay.has(one)) ask(one); });
  window.addEventListener("online", askAll);
  window.addEventListener("pagehide", () => onTheWay.forEach(keep));
  window.addEventListener("pageshow", () => { tell(); askAll(); });

  const send = async (press) => {
    onTheWay.add(press);
    tell();
    let answer = null, status = 0;
    try {
      const response = await fetch(press.action, {
        method: "POST", body: new URLSearchParams(press.fields), headers: { Accept: "application/json" },
        cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
      });
      status = response.status;
      answer = await answerOf(response);
    } catch { /* lost: asked after below */ }
    onTheWay.delete(press);
    doubleUntil.delete(keyOf(press));
    if (answer === null) {
      press.fate = "asked";
      asking.delete(press);
      keep(press);
      ask(press);
      return null;
    }
    if (status === 200) doubleUntil.set(keyOf(press), performance.now() + DOUBLE);
    lost.forEach((one) => { if (one.form === press.form) one.isOpen = false; });
    close(press);
    onAnswer(press, answer);
    return answer;
  };

  return {
    askAll,
    drop: close,
    again: (press) => { delete press.fate; return send(press); },
    /** Send a button's fields; the second click of a double click, and what is on the way already, are no press. */
    press: ({ form, name, path = "hacer", fields, isEach = false }) => {
      const at = (fields.find(([field]) => field === "at") || ["", ""])[1], means = meaning(fields);
      const isAgain = (one) => one.isOpen && one.form === form && one.means === means && (one.fate !== "unknown" || one.at === at);
      let press = lost.find(isAgain);
      if (!press) {
        const command = (fields.find(([field]) => field === "command") || ["", newId()])[1];
        press = { press: newId(), command, at, form, means, name, isOpen: true, action: `${here}/${path}` };
        if (isEach || done.has(keyOf(press)) || lost.some((one) => isSame(one, press))) press.command = newId();
      }
      if (performance.now() < (doubleUntil.get(keyOf(press)) || 0)) return Promise.resolve(null);
      doubleUntil.set(keyOf(press), Infinity);
      press.fields = [...fields.filter(([field]) => !["command", "press"].includes(field)), ["command", press.command], ["press", press.press]];
      return send(press);
    },
  };
}
