// Keeps the whole page, of one version, for use without a network. build.py puts the version and the files in.
//
// Nothing is kept that is not, byte for byte, what that version is made of. A new version is fetched beside the old one
// and waits until a player asks for it or all pages are closed: it never takes over a page by itself. It tells its pages
//   {type: "kept", version, missing}      in answer to {type: "kept"} and {type: "repair"}: how many files are missing, 0 when none
//   {type: "failed", why}                 "storage" is full, or the "network" broke off
//   {type: "gone", version}               a file was lost and its version is not to be had any more: reload
//   {type: "others", count}               in answer to {type: "take over"}: other pages are open
const VERSION = "__VERSION__";
const FILES = {/* path: SHA-256 */};
const SCOPE = new URL("./", self.location);
const OURS = `hexumpire ${SCOPE.pathname} `;
const CACHE = OURS + VERSION;
const address = (path) => new URL(path, SCOPE).href;

/** A copy of what was received that holds all of it, if it is the right one. */
async function checked(response, path) {
  const body = await response.arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if ([...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== FILES[path]) return null;
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "set-cookie"]) headers.delete(name);
  return new Response(body, { headers });
}

/** Fetches a file: what the browser has, if the host says that it still holds, then past all caches. */
async function fetched(path) {
  for (const cache of ["no-cache", "reload"]) {
    const response = await fetch(address(path), { cache, credentials: "same-origin" });
    if (!response.ok) continue;
    const found = await checked(response, path);
    if (found) return found;
  }
  throw new Error(path);
}

/** Keeps a file: one that an older version has, or a fetched one. */
async function keep(cache, olds, path) {
  if (await cache.match(address(path))) return; // an earlier, unfinished download
  for (const old of olds) {
    const known = await old.match(address(path));
    const same = known && (await checked(known, path));
    if (same) return cache.put(address(path), same);
  }
  await cache.put(address(path), await fetched(path));
}

async function older() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
}

/** The pages of this site that are open; another one of the same host is none of them. */
async function pages() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(SCOPE.href));
}

async function tell(message) {
  for (const page of await pages()) page.postMessage(message);
}

self.addEventListener("install", (event) => {
  const work = async () => {
    try {
      const cache = await caches.open(CACHE);
      const olds = await Promise.all((await older()).map((name) => caches.open(name)));
      for (const path of Object.keys(FILES)) await keep(cache, olds, path); // one by one: phones have little memory
    } catch (error) {
      const full = error.name === "QuotaExceededError";
      if (full) await caches.delete(CACHE); // otherwise what was kept shortens the next try
      await tell({ type: "failed", why: full ? "storage" : "network" });
      throw error;
    }
  };
  event.waitUntil(work());
});

self.addEventListener("activate", (event) => {
  const work = async () => {
    for (const name of await older()) await caches.delete(name);
  };
  event.waitUntil(work());
});

/** How many files are not kept. */
async function missing() {
  if (!(await caches.has(CACHE))) return Object.keys(FILES).length;
  const kept = new Set((await (await caches.open(CACHE)).keys()).map((request) => request.url));
  return Object.keys(FILES).filter((path) => !kept.has(address(path))).length;
}

self.addEventListener("message", (event) => {
  const { data, source } = event;
  const work = async () => {
    if (data.type === "kept" || data.type === "repair") {
      if (data.type === "repair") await repair();
      source.postMessage({ type: "kept", version: VERSION, missing: await missing() });
    } else if (data.type === "claim") {
      if (data.version === VERSION) await self.clients.claim(); // a first visit, of just this version
    } else if (data.type === "take over") {
      const count = (await pages()).length - 1;
      if (count > 0) source.postMessage({ type: "others", count });
      else await self.skipWaiting();
    }
  };
  event.waitUntil(work());
});

/** Fetches what was lost, if it is still to be had. */
async function repair() {
  try {
    const cache = await caches.open(CACHE);
    for (const path of Object.keys(FILES)) await keep(cache, [], path);
  } catch {} // the count of what is missing tells
}

/** Answers with the kept file, or with the same one from the network. */
async function answer(request, path) {
  const kept = await caches.match(address(path), { cacheName: CACHE, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (!response.ok) return response;
  const other = response.clone();
  const same = await checked(response, path);
  if (!same) {
    // a newer version: from now on all of it, and none of the old one; a page of that gets nothing of the newer
    if (!(await caches.delete(CACHE))) return other;
    await tell({ type: "gone", version: VERSION });
    return request.mode === "navigate" ? other : Response.error();
  }
  return same;
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  const path = decodeURIComponent(pathname.slice(SCOPE.pathname.length)) || "index.html";
  if (Object.hasOwn(FILES, path)) event.respondWith(answer(event.request, path));
});
