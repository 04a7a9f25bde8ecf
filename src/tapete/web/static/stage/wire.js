// The stream of a page: regions that changed, asked for anew wherever silence, sleep or a lost network may hide a change.
// Over HTTP/1.1 a browser opens six connections to a host; while other pages hold as many streams as they should, this one
// asks once a second instead.

const MOST = 4, LEASE = 40_000, ASK = 1_000, ASK_HIDDEN = 5_000, AGAIN = 500, AGAIN_MOST = 5_000, CROWDED = 30_000, HURRIED = 6, HURRY = 300, REACH = 8_000;
const PREFIX = "tapete-stream:";

// --- what every page says while it has no connection: that all is kept, and when it is tried again ------------------------

const box = document.getElementById("offline"), counter = box?.querySelector("span"), button = box?.querySelector("button");
let isOn = true, due = 0;
/** Try at once; a page that follows nothing asks whether anything answers. @type {() => unknown} */
let retry = reach;
const count = () => {
  const left = Math.ceil((due - Date.now()) / 1000);
  counter.textContent = left > 0 ? counter.dataset.soon.replace("{seconds}", String(left)) : counter.dataset.now;
};

/**
 * Say whether there is a connection, and when the next try is due.
 * @returns {boolean} whether it has just come back
 */
export function line(isOnline, next = 0) {
  const isBack = isOnline && !isOn;
  isOn = isOnline;
  due = next;
  if (!box) return isBack;
  box.hidden = isOn;
  document.documentElement.classList.toggle("no-line", !isOn);
  if (!isOn) count();
  return isBack;
}

/** Return whether the hall answers at all. */
export async function reach() {
  line(isOn);  // while it is tried
  const is = await fetch(location.pathname, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(REACH) }).then(() => true, () => false);
  line(is, Date.now() + AGAIN_MOST);
  if (!is) setTimeout(() => { if (!isOn) retry(); }, AGAIN_MOST);
  return is;
}

setInterval(() => { if (!isOn && box) count(); }, 250);
button?.addEventListener("click", () => retry());
// A link would leave for the browser's own page of errors: this page stays, says why, and tries again.
document.addEventListener("click", (event) => {
  if (isOn || !box || !(event.target instanceof Element) || !event.target.closest("a[href]:not([href^='#'])")) return;
  event.preventDefault();
  button.focus();
  retry();
}, true);
window.addEventListener("offline", () => { line(false); if (retry === reach) reach(); });

/**
 * Follow a page for as long as it is open.
 * @param {string} address of the page
 * @param {{rests: boolean, onMessage: (message: object) => void, onBack?: () => void}} page
 * @returns {{again: () => void}} `again` asks at once, as after a press
 */
export function follow(address, page) {
  // Who holds a stream says so where all pages of the browser read it: Web Locks would need HTTPS, which a hall on a local
  // network has not. Two that begin at once both see it at their first message, and the later one gives way.
  let lease = "";
  const release = () => {
    try { localStorage.removeItem(lease); } catch { /* nothing was kept */ }
    lease = "";
  };
  const hasRoom = () => {
    try {
      const now = Date.now();
      lease ||= `${PREFIX}${now}:${Math.random()}`;
      localStorage.setItem(lease, String(now));
      const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
      const held = all.filter((key) => Math.abs(now - Number(localStorage.getItem(key))) < LEASE || localStorage.removeItem(key));
      if (held.sort().indexOf(lease) < MOST) return true;
    } catch { return true; /* without a memory nobody can be counted */ }
    release();
    return false;
  };

  // The server says something at least every `quiet` seconds; each ping names them. Two of them without a word are a lost
  // connection, whatever the browser believes of it.
  let quiet = 15, heard = 0, deadline = Infinity, crowdedUntil = 0, tag = "";
  /** @type {(value?: any) => void} */
  let wake = () => {};
  let request = null, isStream = false, hasLeft = false, hasFollowed = false;
  const stop = (why) => { if (request) request.abort(why); };
  const again = () => { stop("again"); wake(); };
  // A phone that slept may still count on the connections it had: each of them, six at most, is given up after a moment.
  let hurried = 0;
  const awake = () => { hurried = HURRIED; again(); };
  const isResting = () => hasLeft || (document.hidden && page.rests);
  setInterval(() => { if (Date.now() > deadline) stop("silence"); }, 1_000);

  const show = (text) => {
    hasFollowed = true;
    page.onMessage(JSON.parse(text));
  };
  const read = async (body) => {
    const reader = body.getReader(), decoder = new TextDecoder();
    for (let rest = "", part; !(part = await reader.read()).done && hasRoom();) {
      heard = Date.now();
      deadline = heard + (2 * quiet + Math.min(5, quiet)) * 1000;
      const messages = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
      rest = messages.pop();
      for (const lines of messages.map((one) => one.split("\n"))) {
        const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
        if (lines.includes("event: ping")) quiet = Number(data) || quiet; else if (data) show(data);
      }
    }
  };
  const ask = async () => {
    isStream = Date.now() > crowdedUntil && hasRoom();
    request = new AbortController();
    deadline = Date.now() + quiet * 1000;
    const hurry = hurried > 0 ? setTimeout(stop, HURRY, "hurry") : 0;
    const query = new URLSearchParams({ lang: document.documentElement.lang, ...(isStream ? {} : { ahora: "1" }) });
    const headers = !isStream && tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(`${address}/flujo?${query}`, { headers, cache: "no-store", signal: request.signal });
    clearTimeout(hurry);
    hurried = 0;
    if (answer.status === 429) { crowdedUntil = Date.now() + CROWDED; release(); }
    if (!answer.ok && answer.status !== 304) throw Object.assign(new Error(answer.statusText), { status: answer.status });
    if (line(true) && page.onBack) page.onBack();
    if ((answer.headers.get("Content-Type") || "").startsWith("text/event-stream")) await read(answer.body);
    else if (answer.status === 200) { show(await answer.text()); tag = answer.headers.get("ETag") || ""; }
  };
  const run = async () => {
    for (let wait = AGAIN; ;) {
      try {
        line(isOn);
        if (!isResting()) await ask();
        wait = isStream ? AGAIN : document.hidden ? ASK_HIDDEN : ASK;
      } catch (error) {
        if (error === "hurry") hurried -= 1;
        else if (error !== "again") {
          // The server knows this page's session no more, as after a restart: loaded anew it is let in again, or says what to do.
          if (error.status === 401 && hasFollowed) location.reload();
        }
        wait = error === "again" || error === "hurry" ? 0 : Math.min(Math.max(AGAIN, wait) * 2, AGAIN_MOST);
        if (wait) line(false, Date.now() + wait);
      }
      stop("again");  // whatever of it is still open, as when another page is to have its room
      deadline = Infinity;
      if (isResting()) { release(); isStream = false; await new Promise((done) => { wake = done; }); }
      else await new Promise((done) => { wake = done; setTimeout(done, wait); });
    }
  };

  // A phone that wakes, or a network that comes back, does not wait until the silence is noticed.
  document.addEventListener("visibilitychange", () => {
    if (isResting()) again(); else if (!document.hidden && (!isStream || Date.now() - heard > quiet * 1000)) awake();
  });
  window.addEventListener("online", awake);
  retry = awake;
  window.addEventListener("pageshow", (event) => { hasLeft = false; if (event.persisted) awake(); });
  const leave = () => { hasLeft = true; release(); stop("again"); };
  window.addEventListener("pagehide", leave);
  window.addEventListener("submit", (event) => { if (!event.defaultPrevented) leave(); });  // asking on would stop the way out
  setTimeout(run);
  return { again: () => { if (!isStream) wake(); } };
}
