// The desk's fields: if shorthand can express the choice, it goes into the entry, to be seen before Enter writes it;
// any other choice is sent as it is. Talks to desk.js by the events "desk-entry" and "desk-record"; knows no rule.

const form = /** @type {HTMLFormElement} */ (document.getElementById("fields_form"));
const contract = /** @type {HTMLSelectElement} */ (form.elements.namedItem("contract"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
const SIGNS = { won: "+", lost: "-", drawn: "=" };
/** What a drawn game is not asked. */
const OF_A_WINNER = ["level", "surrender", "runners", "without", "claimed", "announced", "doublings", "doubled_by", "laid", "knocked"];
const LEVELS = ["simple", "schneider", "schwarz"];

/** @returns {DOMStringMap} what the page says of the chosen contract */
function contractData() {
  return contract.selectedOptions[0].dataset;
}

/** Return the fields that are asked for: of a drawn game only who played it.
 * @returns {string[]} */
function questions() {
  const asks = (contractData().asks ?? "").split(" "), { drawn } = contractData();
  return drawn && select("result").value === "drawn" ? asks.filter((name) => !OF_A_WINNER.includes(name)) : asks;
}

/** Return the entry for the whole choice, "" if shorthand cannot express it. */
function shorthand() {
  const data = new FormData(form), asks = questions(), { letters } = contractData();
  if (asks.includes("surrender") && data.get("surrender")) return "";
  if (asks.includes("loser") && data.has("jungfrauen")) return "";
  let text = `${letters}${asks.includes("suit") ? String(data.get("suit")).toLowerCase() : ""}`;
  if (asks.includes("loser")) {
    const second = asks.includes("second_loser") && !data.has("durchmarsch") ? data.get("second_loser") : "";
    text += `${data.get("loser")}${second}${data.has("durchmarsch") ? "+" : "-"}`;
  } else text += String(data.get("declarer"));
  if (asks.includes("partner")) text += data.get("partner");
  const level = asks.includes("level") ? LEVELS.indexOf(String(data.get("level"))) : 0;
  if (asks.includes("result")) text += SIGNS[/** @type {"won" | "lost" | "drawn"} */ (data.get("result"))].repeat(level + 1);
  text += suffixes(data, asks);
  const passed = Number(data.get("passed") || 0);
  if (passed) text += ` p${passed}`;
  if (asks.includes("late_tout") && data.has("late_tout")) text += " t";
  return data.get("initialled") ? `${text} g` : text;
}

/** Return what stands behind the game, each suffix after a space.
 * @param {FormData} data @param {string[]} asks */
function suffixes(data, asks) {
  /** @param {string} name */
  const value = (name) => (asks.includes(name) ? String(data.get(name) ?? "") : "");
  let text = "";
  if (value("runners")) text += ` ${asks.includes("without") && data.has("without") ? "o" : "l"}${Number(value("runners"))}`;
  if (value("claimed")) text += ` v${Number(value("claimed"))}`;
  if (asks.includes("announced") && data.has("announced")) text += " an";
  const doublings = Number(value("doublings"));
  if (doublings) text += ` ${"c".repeat(Math.min(doublings, 9))}${value("doubled_by")}`;
  if (Number(value("laid"))) text += ` le${Number(value("laid"))}`;
  if (Number(value("knocked"))) text += ` kl${Number(value("knocked"))}`;
  return text;
}

/** Show the fields that the contract asks for, and the button's effect. */
function showFields() {
  only("result", (value) => value !== "drawn" || Boolean(contractData().drawn));
  const asks = questions();
  for (const field of form.querySelectorAll("[data-ask]")) {
    field.toggleAttribute("hidden", !asks.includes(/** @type {HTMLElement} */ (field).dataset.ask ?? ""));
  }
  only("partner", (value) => value !== select("declarer").value); // Players cannot be their own partner.
  only("second_loser", (value) => value !== select("loser").value);
  only("doubled_by", (value) => ![select("declarer").value, asks.includes("partner") ? select("partner").value : ""].includes(value));
  only("suit", (value) => (contractData().suits ?? "").includes(value));
  button.textContent = (shorthand() ? button.dataset.into : button.dataset.write) ?? "";
}

/** @param {string} name @returns {HTMLSelectElement} */
function select(name) {
  return /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
}

/** Allow only these values to be chosen.
 * @param {string} name @param {(value: string) => boolean} isAllowed */
function only(name, isAllowed) {
  const field = select(name);
  for (const option of field.options) option.disabled = !isAllowed(option.value);
  if (field.selectedOptions[0]?.disabled) field.value = [...field.options].find((option) => !option.disabled)?.value ?? "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const entry = shorthand();
  if (entry) {
    document.dispatchEvent(new CustomEvent("desk-entry", { detail: entry }));
    form.reset(); // the next game must not have the runners or the level of this one
  } else document.dispatchEvent(new CustomEvent("desk-record", { detail: new FormData(form) }));
  document.getElementById("entry")?.focus();
});
form.addEventListener("change", showFields);
form.addEventListener("input", showFields);
document.addEventListener("keydown", (event) => {
  if (event.key !== "F2") return;
  /** @type {HTMLDetailsElement} */ (form.closest("details")).open = true;
  contract.focus();
  event.preventDefault();
});
// The event fires before the fields are reset.
form.addEventListener("reset", () => setTimeout(showFields));
showFields();
