// The second click of a double click is no press, whatever button lies there by then: the table may have put the next
// act in its place. Nor is a key that is held down. Chips are laid as quickly as somebody likes (``data-each``).
(() => {
  "use strict";

  const QUICK = 400;
  const presses = (at) => {
    const button = at instanceof Element ? at.closest("button") : null;
    return button && button.form && button.type === "submit" && !button.form.matches("[data-each]");
  };
  let last = 0;  // since the page began: a click that follows the one which opened it is its second too
  document.addEventListener("click", (event) => {
    if (!event.detail) return;  // a key, or a program
    const gap = event.timeStamp - last;
    last = event.timeStamp;
    if (event.detail > 1 && gap < QUICK && presses(event.target)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ") && presses(event.target)) event.preventDefault();
  }, true);
})();
