// A file that is larger than its field takes is refused before it is sent, so that nothing else that was typed is lost.

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
