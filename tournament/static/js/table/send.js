// Asks the server, with a time limit of its own for each question: on bad Wi-Fi some are never answered. Knows no sheet.

const LIMIT_MS = 8000;

/** The token against forged forms: a login in the same browser changes it, so the cookie goes before the page's.
 * @param {string} given */
function csrfToken(given) {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? given;
}

/** Ask; null where nothing came that this server could have said: no network, a gateway's or a login page's answer.
 * @param {string} url @param {unknown} [body] with one it is a POST @param {string} [csrf]
 * @returns {Promise<{status: number, json: any} | null>} */
export async function ask(url, body, csrf = "") {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIMIT_MS);
  const post = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken(csrf) },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(url, { ...post, cache: "no-store", redirect: "error", signal: stop.signal });
    if (answer.status === 204) return { status: 204, json: null };
    if (answer.status >= 500) return null;
    const json = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
    // In another Wi-Fi or on mobile data: it waits until the device is back in the hall's.
    if (json?.code === "outside_hall") return null;
    // A hotel's login page says 200 to everything.
    return answer.ok && json === null ? null : { status: answer.status, json };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
