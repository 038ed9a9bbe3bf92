// The service worker of the pages at the tables: a page opened once can be reloaded without network. It is served from
// /service-worker.js, after RELEASE, its name and the files that belong to it. It caches only pages and files.

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const PREFIX = "spielliste-", CACHE = PREFIX + RELEASE.name;
const PAGE = /^\/table\/[^/]+\/\d+\/\d+\/$/;
// In a dead spot a request is not refused; it just gets no answer.
const LIMIT_MS = 4000;

/** Cache the files of this release; unchanged files of an earlier one do not cross the hall's network again. A
 * missing file ends the installation: the browser tries again later and then already has the others. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(RELEASE.files.map(async (file) => {
    if (await cache.match(file)) return;
    // The names of these files change with their content.
    const same = RELEASE.hashed && (await caches.match(file));
    await (same ? cache.put(file, same) : cache.add(file));
  }));
}

/** Take over the pages of earlier releases: none of them is open any more. */
async function activate() {
  await worker.clients.claim();
  await tidy();
}

/** Remove the caches of earlier releases, once each of their pages has been fetched in the new form or no longer
 * exists. A page that cannot be fetched now stays as it is, with its files. */
async function tidy() {
  const { waiting, installing } = worker.registration;
  if (waiting || installing) return; // the other cache is newer
  const cache = await caches.open(CACHE);
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const pages = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname).filter((path) => PAGE.test(path));
    const answers = await Promise.all(pages.map(async (path) => (await cache.match(path)) || refetch(path)));
    if (answers.every(Boolean)) await caches.delete(name);
  }
}

/** Fetch a page in order to cache it.
 * @param {string} path @returns {Promise<boolean>} whether the server has said what the page is now */
async function refetch(path) {
  const answer = await fetch(path, { cache: "no-store" }).catch(() => null);
  if (!answer || answer.status >= 500) return false;
  await keep(path, answer);
  return true;
}

/** Cache a page of a table that may write; an offline table has no use for the page that asks for its code.
 * @param {string} path @param {Response} answer @returns {Promise<boolean>} whether it is cached */
async function keep(path, answer) {
  if (answer.status !== 200 || answer.redirected || !(await answer.clone().text()).includes('rel="manifest"')) return false;
  await (await caches.open(CACHE)).put(path, answer);
  return true;
}

/** Return the server's present page, or the cached one if no answer comes in time.
 * @param {WorkerFetchEvent} event @param {string} path @returns {Promise<Response>} */
async function page(event, path) {
  const fresh = fetch(event.request);
  event.waitUntil(fresh.then((answer) => keep(path, answer.clone()), () => false));
  const copy = await caches.match(path);
  if (!copy) return fresh;
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => { setTimeout(resolve, LIMIT_MS, null); });
  const answer = await Promise.race([fresh.catch(() => null), late]);
  return answer && answer.status < 500 ? answer : copy;
}

/** @param {Request} request @returns {Promise<Response>} */
async function file(request) {
  const copy = await caches.match(request);
  if (copy) return copy;
  const answer = await fetch(request);
  // A page of a newer release needs this while this worker is still in charge.
  if (answer.status === 200) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  const [port] = event.ports, path = String(event.data);
  if (!PAGE.test(path)) return;
  event.waitUntil(refetch(path).then(async (success) => {
    port?.postMessage(success);
    await tidy();
  }));
});
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request, { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(event, pathname));
  else if (pathname.startsWith(RELEASE.static)) event.respondWith(file(event.request));
});
