// The sum below the table of money, while somebody changes an amount. The server adds it up again before it creates a
// prize.

const form = document.querySelector("#money");
const output = document.querySelector("#money-sum");

/**
 * @param {string} text as somebody types it: 12, 12,50, 1.200
 * @returns {number} cents; 0 if the text is no amount
 */
const cents = (text) => {
  const match = /^(\d{1,3}(?:[. ]\d{3})+|\d{1,9})(?:[.,](\d{1,2}|-))?$/.exec(text.replace("€", "").replace("–", "-").trim());
  if (!match) return 0;
  return Number(match[1].replace(/[. ]/g, "")) * 100 + Number((match[2] ?? "").replace("-", "").padEnd(2, "0"));
};

if (form instanceof HTMLFormElement && output instanceof HTMLOutputElement) {
  const pot = form.elements.namedItem("pot");
  const money = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 });
  const add = () => {
    const fields = [...form.querySelectorAll(".money-places input")];
    const sum = fields.reduce((all, field) => all + (field instanceof HTMLInputElement ? cents(field.value) : 0), 0);
    output.value = `${money.format(sum / 100)}\u00a0€`;
    const other = pot instanceof HTMLInputElement && cents(pot.value) !== sum;
    output.parentElement?.classList.toggle("is-other", other);
  };
  form.addEventListener("input", add);
  add();
}
