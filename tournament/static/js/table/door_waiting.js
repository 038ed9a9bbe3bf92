// Shows the games that wait at the door of a sheet, and sends them on.

import { openQueue } from "table/queue";
import { Store } from "table/store";
import { mountUnsent } from "table/unsent";
import { part } from "table/words";

async function start() {
  const { base = "", csrf = "" } = part("door").dataset;
  const sheets = await (await Store.open()).all();
  // Nearly always there are none: then nothing is requested or stored.
  if (!sheets.some((sheet) => sheet.commands.length + sheet.kept.length > 0)) return;
  const queue = await openQueue({ base, csrf });
  mountUnsent({ queue, model: () => null, say: (text) => { part("said").textContent = text; } });
}

void start();
