// What a link carries behind its «#» goes into the field, and out of the address: no server and no history keeps it.
(() => {
  "use strict";
  const word = decodeURIComponent(location.hash.slice(1));
  if (!word) return;
  document.getElementById("carried").value = word;
  history.replaceState(null, "", location.pathname);
})();
