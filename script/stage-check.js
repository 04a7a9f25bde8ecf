// What `script/stage-check` looks at inside a page.

window.check = (() => {
  const all = (what, from = document) => [...from.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const name = (node) => (!node ? "?" : node.nodeType !== 1 ? `text of ${name(node.parentElement)}` : [node.tagName.toLowerCase(), node.id && `#${node.id}`, ...[...node.classList].map((one) => `.${one}`)].filter(Boolean).join(""));
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const seen = { shift: 0, moved: {}, asks: new Set(), outside: new Set(), swaps: [], coups: new Set(), results: [] };
  const now = () => performance.now(), isEnd = /tras dos avisos/;
  let mains = "", since = 0, result = null, pressed = -Infinity;

  const look = () => {
    const now = performance.now(), live = document.getElementById("live"), ask = document.getElementById("ask");
    if (live) seen.coups.add((live.dataset.step || "").split(".").slice(0, 2).join("."));
    if (ask) { const { x, y, width, height } = box(ask); seen.asks.add([x, y, width, height].map(Math.round).join(" ")); }
    for (const one of document.querySelectorAll(".ask button.main:not([disabled]), .clock:not(.empty)")) {
      const at = box(one);
      if (at.width && (at.left < -1 || at.top < -1 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1)) seen.outside.add(name(one));
    }
    const next = [...document.querySelectorAll(".ask button.main")].map((one) => one.id || one.textContent).join();
    if (next !== mains) {
      if (mains && next && now - since < 550) seen.swaps.push(`${mains} -> ${next} after ${Math.round(now - since)} ms`);
      mains = next;
      since = now;
    }
    const told = document.querySelector(".my-result");
    if (told && !result) result = { text: told.textContent, from: now };
    if (!told && result) { seen.results.push({ text: result.text, ms: now - result.from }); result = null; }
  };

  return {
    watch: () => {
      new PerformanceObserver((list) => {
        for (const one of list.getEntries().filter((entry) => !entry.hadRecentInput)) {
          seen.shift += one.value;
          for (const { node } of one.sources) seen.moved[name(node)] = (seen.moved[name(node)] || 0) + one.value;
        }
      }).observe({ type: "layout-shift" });
      setInterval(look, 50);
    },
    seen: () => ({ ...seen, asks: [...seen.asks], outside: [...seen.outside], coups: [...seen.coups] }),
    hasChips: () => /[1-9]/.test(document.querySelector(".chips-sum b")?.textContent || ""),
    bet: async () => {
      const spot = document.querySelector(".own-spots button:not([aria-disabled])");
      if (!spot) return null;
      const laid = () => document.getElementById(spot.id)?.querySelector(".spot-chips b")?.textContent;
      const before = laid(), from = performance.now();
      spot.click();
      while (performance.now() - from < 5000) {
        await new Promise((done) => setTimeout(done, 4));
        if (laid() !== before && !document.getElementById(spot.id)?.classList.contains("outline")) return performance.now() - from;
      }
      return null;
    },
    listen: () => {
      window.told = { warnings: [], sentence: "", rules: 0 };
      setInterval(() => {
        for (const one of all(".clock strong, .ask-said")) if (!told.warnings.includes(one.textContent)) told.warnings.push(one.textContent);
        const barred = all(".band .notice").find((one) => isEnd.test(one.textContent));
        if (barred) Object.assign(told, { sentence: barred.querySelector("p").textContent, rules: barred.querySelectorAll(".clauses li").length });
      }, 100);
    },
    // Stakes are laid until the cards come to the viewer; from then on nothing is pressed.
    holds: () => {
      if (document.querySelector(".hand.own .card")) return true;
      const next = all(".ask button.main:not([disabled])")[0];
      if (next && now() - pressed > 1500) { pressed = now(); next.click(); }
      return false;
    },
    isBarred: () => Boolean(told.sentence),
    heard: () => told,
    firstView: () => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter((one) => !one.name.includes("flujo")).reduce((sum, one) => sum + one.transferSize, 0),
    controls: () => all(".dock button, .own-spots button, .side-column button").filter((one) => !/leave|cash-out/.test(one.id)).map((one) => (one.id ? `[id="${one.id}"]` : `button[class="${one.className}"]`)),
    state: () => [document.querySelector(".answers").textContent, document.querySelectorAll(".sheet").length, all("[aria-checked=true], :invalid").map((one) => one.outerHTML).join(), name(document.activeElement)].join("|"),
    spots: () => all(".own-spots button").map(box).map((one) => Math.min(one.width, one.height)),
    tools: () => all(".rack-tools button").every((one) => one.dataset.key),
    types: () => {
      const found = {}, least = (what, value) => { found[what] = Math.min(found[what] ?? Infinity, value); };
      for (const [what, where] of [["totals", ".total"], ["winner", ".verdict .won"], ["names", ".seat.taken .name"]]) all(where).filter((one) => one.textContent.trim()).forEach((one) => least(what, size(one)));
      const texts = document.createTreeWalker(document.getElementById("stage"), NodeFilter.SHOW_TEXT);
      for (let node; (node = texts.nextNode());) {
        const at = node.parentElement;
        if (node.textContent.trim() && !at.closest("svg, .quiet, .skip, [aria-hidden]") && box(at).width > 2 && at.checkVisibility() && size(at) < (found.least ?? Infinity)) { found.least = size(at); found.what = name(at); }
      }
      return found;
    },
    // Of forced colours the judge would read those of the page, which the browser has replaced.
    axe: async () => (await window.axe.run({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: !matchMedia("(forced-colors: active)").matches } } })).violations.flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id} ${node.target} ${node.html.slice(0, 80)} ${node.any[0]?.message.slice(0, 90) || ""}`)),
    small: () => all("button, a:not(.skip), summary, input, select").filter((one) => box(one).width > 2 && !one.closest("label") && Math.min(box(one).width, box(one).height) < 23.5).map(name),
    tooWide: () => document.documentElement.scrollWidth - innerWidth,
    moving: () => document.getAnimations().filter((one) => one.effect.getTiming().duration > 1).length,
    text: () => { const copy = document.getElementById("stage").cloneNode(true); copy.querySelectorAll(".source").forEach((one) => one.remove()); return copy.textContent; },
  };
})();
