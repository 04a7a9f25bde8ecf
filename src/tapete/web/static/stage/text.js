// Words and amounts: the words of the page's language come with it, amounts are whole cents.

const words = JSON.parse(document.getElementById("words").textContent);
export const lang = document.documentElement.lang;

/** Return the words of a code, with facts in place of `{name}`. */
export const say = (code, facts = {}) => (words[code] || code).replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));

const [GROUP, MARK] = { en: [",", "."], fr: ["\u202f", ","] }[lang] || [".", ","];

/** Write cents as an amount. */
export const money = (cents, { sign = true } = {}) => {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, GROUP), rest = Math.abs(cents) % 100;
  const minus = cents < 0 ? "−" : "", text = rest ? `${whole}${MARK}${String(rest).padStart(2, "0")}` : whole;
  return minus + (!sign ? text : lang === "en" ? `€${text}` : `${text}\u00a0€`);
};

/** Read an amount as somebody types it; `null` for what might be two amounts or none. */
export const cents = (text) => {
  const [thousands, decimal] = lang === "en" ? [",", "."] : [".", ","];
  const plain = text.trim().replace(/^€[ \u00a0\u2009\u202f]?|[ \u00a0\u2009\u202f]?(€|euros?)$/i, "");
  const rest = (found) => Number((`${found || ""}00`).slice(0, 2));
  for (const mark of [`\\${thousands}`, "[ \\u00a0\\u2009\\u202f]"]) {
    const grouped = new RegExp(`^([1-9]\\d{0,2}(?:${mark}\\d{3}){1,3})(?:\\${decimal}(\\d{1,2}))?$`).exec(plain);
    if (grouped) return Number(grouped[1].replace(/\D/g, "")) * 100 + rest(grouped[2]);
  }
  const single = /^(\d{1,11})(?:[.,](\d{1,2}))?$/.exec(plain);
  return single ? Number(single[1]) * 100 + rest(single[2]) : null;
};
