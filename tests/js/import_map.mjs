// The import maps of all templates combined, for Node: only the templates say which file a bare name stands for.
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../", import.meta.url);
const TEMPLATES = new URL("templates/", ROOT), STATIC = new URL("tournament/static/", ROOT);
const ENTRY = /"([\w/-]+)": "\{% static "([^"]+)" %\}"/g;

/** @type {Map<string, string>} */
const files = new Map();
for (const name of readdirSync(TEMPLATES, { recursive: true, encoding: "utf-8" })) {
  if (!name.endsWith(".html")) continue;
  for (const [, bare, file] of readFileSync(new URL(name, TEMPLATES), "utf-8").matchAll(ENTRY)) files.set(bare, file);
}

/**
 * @param {string} name @param {object} context
 * @param {(name: string, context: object) => object | Promise<object>} next
 */
export function resolve(name, context, next) {
  const file = files.get(name);
  return file ? { url: new URL(file, STATIC).href, format: "module", shortCircuit: true } : next(name, context);
}
