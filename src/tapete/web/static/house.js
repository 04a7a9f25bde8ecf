// What a desk of the house shows while its holder presses.
(() => {
  // While an answer is on its way the page stays as it was pressed: whoever presses again sends the same command, which
  // counts once. A form drawn anew would have another.
  const ANSWER_MS = 30000;
  let sent = null;
  document.addEventListener("submit", (event) => { sent = event.timeStamp; });
  window.addEventListener("pageshow", () => { sent = null; });
  document.addEventListener("htmx:sse:before:message", (event) => {
    if (sent !== null && event.timeStamp - sent < ANSWER_MS) event.preventDefault();
  });
})();
