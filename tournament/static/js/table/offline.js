// Whether this page can be reloaded without network. On plain http browsers have no service worker: there the page
// survives a dead spot only while it stays open.

/** Have the service worker keep this page and all that belongs to it; where there is none, nothing happens. Resolves once
 * everything is kept, never in a hall whose network does not bring it.
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
    // Plain http, a certificate that this device does not trust, or a private window.
  }
  return canReload();
}

/** Whether this page as it is now stands again after a reload without network: the page and every file it uses is kept.
 * @returns {Promise<boolean>} */
export async function canReload() {
  try {
    if (!navigator.serviceWorker.controller) return false;
    const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => {
      const { origin, pathname } = new URL(name);
      return origin === location.origin && pathname.startsWith("/static/");
    });
    const kept = await Promise.all([location.pathname, ...files].map((address) => caches.match(address)));
    return kept.every(Boolean);
  } catch {
    return false;
  }
}
