// Sends requests to the server, each with a time limit: on bad Wi-Fi some are never answered. Knows no sheet.

const LIMIT_MS = 8000;

/** Return the token against forged forms. A login in the same browser changes it, so the cookie goes before the
 * page's.
 * @param {string} pageToken */
function csrfToken(pageToken) {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? pageToken;
}

/** Send a request. Return null if no answer came that this server could have given: no network, a gateway, a login
 * page. An answer with `again` means that nothing was taken for now, and its text says why: the same is sent again
 * later.
 * @param {string} url @param {unknown} [body] with one it is a POST @param {string} [csrf]
 * @returns {Promise<{status: number, json: any} | null>} */
export async function ask(url, body, csrf = "") {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIMIT_MS);
  // Sentences of the server are shown on this page, so they have to be in its language.
  const headers = { "X-Page-Language": document.documentElement.lang };
  const post = body === undefined ? { headers } : {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json", "X-CSRFToken": csrfToken(csrf) },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(url, { ...post, cache: "no-store", redirect: "error", signal: stop.signal });
    if (answer.status === 204) return { status: 204, json: null };
    const json = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
    // A hotel's login page answers 200 to everything.
    return json === null && (answer.ok || answer.status >= 500) ? null : { status: answer.status, json };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
