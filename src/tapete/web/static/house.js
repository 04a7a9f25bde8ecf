// A desk of the house follows its stream; once the server knows its session no more, the page asks for the way in.
(() => {
  const offline = (is) => { const sign = document.getElementById("offline"); if (sign) sign.hidden = !is; };
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
