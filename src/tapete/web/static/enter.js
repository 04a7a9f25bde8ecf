// The way in: whoever came here by himself does not press the button; who was led here by another site does.
(() => {
  "use strict";
  document.getElementById("come-in").requestSubmit();
})();
