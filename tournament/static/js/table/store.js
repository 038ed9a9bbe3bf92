// The store of the tables' games: the browser's own database, one record for each sheet, changed as a whole in one
// transaction. If there is no database (private windows) or it is full, the records are only in the memory of the open
// page, and `trouble` says so.

import { openDB } from "idb";
import { blank } from "table/commands";
import { NAME } from "table/database";

/** @typedef {{sheets: {key: string, value: Sheet}, outcomes: {key: string, value: unknown}}} Schema */
/** @typedef {import("table/commands").Sheet} Sheet */
/** @typedef {(sheet: Sheet | null) => Sheet} Step from the present record to the next; throws to change nothing */

// Some browsers never answer if their database is broken.
const OPEN_MS = 4000;
// The names of a dropped connection in different browsers.
const CONNECTION_ERRORS = new Set(["InvalidStateError", "TransactionInactiveError", "UnknownError"]);

/** Open the database at whatever version it has: a page of an older server goes on working after an update.
 * @returns {Promise<import("idb").IDBPDatabase<Schema>>} */
function open() {
  const database = openDB(/** @type {string} */ (NAME), undefined, {
    upgrade(/** @type {import("idb").IDBPDatabase<Schema>} */ database) {
      database.createObjectStore("sheets", { keyPath: "sheet" });
      database.createObjectStore("outcomes");
    },
  });
  const late = new Promise((_resolve, reject) => { setTimeout(() => reject(new Error("no answer")), OPEN_MS); });
  return /** @type {Promise<any>} */ (Promise.race([database, late]));
}

/** Return a record in today's form: pages of older versions wrote less into it.
 * @param {Sheet} sheet @returns {Sheet} */
function whole(sheet) {
  return { ...blank(sheet.sheet), ...sheet };
}

/** Fires `change` with the sheet's name when another tab has changed it. */
export class Store extends EventTarget {
  /** @type {import("idb").IDBPDatabase<Schema> | null} */
  #database = null;
  /** @type {Map<string, Sheet>} the sheets read or changed last */
  #memory = new Map();
  /** Sheets whose last change the database could not take. @type {Set<string>} */
  #onlyHere = new Set();
  #channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;
  /** @type {"" | "none" | "full"} why it is kept in memory only */
  trouble = "";

  /** @returns {Promise<Store>} */
  static async open() {
    const store = new Store();
    await store.#connect();
    store.#channel?.addEventListener("message", (event) => {
      store.dispatchEvent(new CustomEvent("change", { detail: event.data }));
    });
    return store;
  }

  async #connect() {
    try {
      const database = await open();
      // A newer page changes the form of the database: close it for that page and open it again afterwards.
      database.addEventListener("versionchange", () => database.close());
      this.#database = database;
    } catch {
      this.#database = null;
      this.trouble = "none";
    }
  }

  /** Do the act. Browsers may drop connections to their database: then try once more with a new one.
   * @template T @param {(database: import("idb").IDBPDatabase<Schema>) => Promise<T>} act @returns {Promise<T>} */
  async #act(act) {
    if (!this.#database) throw new DOMException("no database", "InvalidStateError");
    try {
      return await act(this.#database);
    } catch (error) {
      if (!(error instanceof DOMException) || !CONNECTION_ERRORS.has(error.name)) throw error;
      await this.#connect();
      if (!this.#database) throw error;
      return act(this.#database);
    }
  }

  /** @param {string} name @returns {Promise<Sheet | null>} */
  async read(name) {
    if (!this.#onlyHere.has(name)) {
      try {
        const record = await this.#act((database) => database.get("sheets", name));
        if (record) this.#memory.set(name, whole(record));
      } catch {
        this.trouble ||= "none";
      }
    }
    return this.#memory.get(name) ?? null;
  }

  /** Change a sheet's record: read, step and write are one transaction, also with other tabs open.
   * @param {string} name @param {Step} step @returns {Promise<Sheet>} */
  async change(name, step) {
    if (this.#onlyHere.has(name)) return this.#inMemory(name, step);
    /** @type {{error: unknown} | null} */
    let refused = null;
    try {
      const result = await this.#act(async (database) => {
        refused = null;
        const transaction = database.transaction("sheets", "readwrite", { durability: "strict" });
        transaction.done.catch(() => undefined); // awaited below; an abort must not be reported twice
        const sheets = transaction.objectStore("sheets");
        const record = await sheets.get(name), before = record ? whole(record) : null;
        let after;
        try {
          after = step(before);
        } catch (error) {
          refused = { error };
          transaction.abort();
          throw error;
        }
        if (after !== before) await sheets.put(after);
        await transaction.done;
        return { after, differs: after !== before };
      });
      this.#memory.set(name, result.after);
      if (result.differs) this.#channel?.postMessage(name);
      return result.after;
    } catch (error) {
      if (refused) throw /** @type {{error: unknown}} */ (refused).error;
      this.trouble = error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : this.trouble || "none";
      this.#onlyHere.add(name);
      return this.#inMemory(name, step);
    }
  }

  /** @param {string} name @param {Step} step */
  #inMemory(name, step) {
    const after = step(this.#memory.get(name) ?? null);
    this.#memory.set(name, after);
    return after;
  }

  /** @returns {Promise<Sheet[]>} every sheet of this device */
  async all() {
    try {
      for (const sheet of await this.#act((database) => database.getAll("sheets"))) {
        if (!this.#onlyHere.has(sheet.sheet)) this.#memory.set(sheet.sheet, whole(sheet));
      }
    } catch {
      this.trouble ||= "none";
    }
    return [...this.#memory.values()];
  }

  /** @param {string} name */
  async forget(name) {
    this.#memory.delete(name);
    await this.#act((database) => Promise.all([database.delete("sheets", name), database.delete("outcomes", name)])).catch(() => undefined);
  }

  /** @param {string} name @returns {Promise<unknown>} the table of outcomes as it was loaded last, null for none */
  async outcomes(name) {
    return (await this.#act((database) => database.get("outcomes", name)).catch(() => null)) ?? null;
  }

  /** @param {string} name @param {unknown} table */
  async keepOutcomes(name, table) {
    // Without it the page works as long as it stays open.
    await this.#act((database) => database.put("outcomes", table, name)).catch(() => undefined);
  }
}
