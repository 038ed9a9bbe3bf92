// The page of a sheet at the table: opens the queue and wires the parts that are there.
import { part } from "table/words";

/** Say something to those who do not see the page.
 * @param {string} text */
export function say(text) {
  const box = part("said");
  box.textContent = "";
  box.textContent = text;
}

document.documentElement.classList.add("has-script");
