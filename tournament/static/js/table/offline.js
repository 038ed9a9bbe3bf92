// Whether this page can be reloaded without network. On plain http browsers have no service worker: there the page
// survives a dead spot only while it stays open.

/** Let the service worker cache this page and all of its files; without a service worker nothing happens. Resolves once
 * all is cached, and never if the hall's network does not deliver it.
 * @returns {Promise<boolean>} canReload() then */
export async function register() {
  try {
    await navigator.serviceWorker.register("/service-worker.js", { scope: "/table/", updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      active?.postMessage(location.pathname, [port2]);
    });
  } catch {
    // No service worker on plain http, with a certificate that this device does not trust, or in a private window.
  }
  return canReload();
}

/** Whether this page in its present form survives a reload without network: it and every file it uses are cached.
 * @returns {Promise<boolean>} */
export async function canReload() {
  try {
    if (!navigator.serviceWorker.controller) return false;
    const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => {
      const { origin, pathname } = new URL(name);
      return origin === location.origin && pathname.startsWith("/static/");
    });
    const copies = await Promise.all([location.pathname, ...files].map((address) => caches.match(address)));
    return copies.every(Boolean);
  } catch {
    return false;
  }
}
