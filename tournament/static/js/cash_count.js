// The sum of coins and notes, while somebody counts. The server adds it up again before it closes the box.

const form = document.querySelector("#count");
const output = document.querySelector("#count-sum");

if (form instanceof HTMLFormElement && output instanceof HTMLOutputElement) {
  const money = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 });
  const add = () => {
    const fields = [...form.querySelectorAll("[data-cents]")];
    const sum = fields.reduce((all, field) => {
      if (!(field instanceof HTMLInputElement) || !/^\d{1,4}$/.test(field.value.trim())) return all;
      return all + Number(field.value) * Number(field.dataset.cents);
    }, 0);
    output.value = `${money.format(sum / 100)}\u00a0€`;
  };
  form.addEventListener("input", add);
  add();
}
