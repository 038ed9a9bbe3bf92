// Refuses a file that is too large for its field before it is sent, so that the rest of the form is not lost.

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[type=file][data-most-bytes]"))) {
  const check = () => {
    const large = [...(field.files ?? [])].some((file) => file.size > Number(field.dataset.mostBytes));
    field.setCustomValidity(large ? (field.dataset.tooLarge ?? "") : "");
    return field.reportValidity();
  };
  field.addEventListener("change", check);
  field.form?.addEventListener("submit", (event) => {
    if (!check()) event.preventDefault();
  });
}
