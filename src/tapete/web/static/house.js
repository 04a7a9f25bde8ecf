// A desk of the house follows its stream; once the server knows its session no more, the page asks for the way in.
(() => {
  const offline = (is) => { const sign = document.getElementById("offline"); if (sign) sign.hidden = !is; };

  // While an answer is on its way the page stays as it was pressed: whoever presses again sends the same command, which
  // counts once. A form drawn anew would have another.
  const ANSWER_MS = 30000;
  let sent = null;
  document.addEventListener("submit", (event) => { sent = event.timeStamp; });
  window.addEventListener("pageshow", () => { sent = null; });
  document.addEventListener("htmx:sse:before:message", (event) => {
    if (sent !== null && event.timeStamp - sent < ANSWER_MS) event.preventDefault();
  });

  document.addEventListener("htmx:sse:error", (event) => {
    offline(true);
    const live = document.getElementById("live");
    if (event.detail && event.detail.status === 401 && live && live.dataset.following === "yes") location.reload();
  });
  document.addEventListener("htmx:sse:after:connection", () => offline(false));
  document.addEventListener("htmx:sse:after:message", () => {
    offline(false);
    const live = document.getElementById("live");
    if (live) live.dataset.following = "yes";
  });
})();
