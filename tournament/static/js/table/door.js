// The door of a sheet: what this browser wrote, here or at another table, and could not send is shown and sent on.

import { openQueue } from "table/queue";
import { Store } from "table/store";
import { mountUnsent } from "table/unsent";
import { part } from "table/words";

async function start() {
  const { base = "", csrf = "" } = part("door").dataset;
  const kept = await (await Store.open()).all();
  // Nearly always there is nothing: then nothing is asked and nothing is kept.
  if (!kept.some((sheet) => sheet.commands.length > 0)) return;
  const queue = await openQueue({ base, csrf });
  mountUnsent({ queue, model: () => null, say: (text) => { part("said").textContent = text; } });
}

void start();
