// The name of the database in which tables' games wait (table/store.js), and whether this browser has one.

export const NAME = "spielliste-table";

/** Whether games may wait here. A browser that does not answer may have some.
 * @returns {Promise<boolean>} */
export async function mayWait() {
  const databases = await globalThis.indexedDB?.databases?.().catch(() => undefined);
  return !databases || databases.some(({ name }) => name === NAME);
}
