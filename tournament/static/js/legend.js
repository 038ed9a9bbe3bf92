// The legend of the desk: "?" or its button opens it, Escape closes it.

import { element } from "parts";

const legend = /** @type {HTMLDialogElement} */ (element("legend"));

export function openLegend() {
  if (!legend.open) legend.showModal();
}

document.getElementById("legend_open")?.addEventListener("click", openLegend);
legend.addEventListener("close", () => document.getElementById("entry")?.focus());
