/**
 * Keeps a site that was built with `gajah site build` in the browser, so that it works without a network. The build
 * fills in VERSION and FILES. A new version is kept beside the old one and takes over when the page asks for it,
 * or when no page of the old one is open any more.
 */

const VERSION = "";
const FILES = [];
const PREFIX = "gajah-";
const CACHE = PREFIX + VERSION;

addEventListener("install", (event) => {
  // Past the browser's own cache, which may have files of the version before.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

addEventListener("message", (event) => {
  if (event.data === "take over") void skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  address.search = address.hash = "";
  const file = address.href === registration.scope ? new URL("index.html", address) : address;
  return isolated((await cache.match(file)) ?? (await fetch(request)));
}

/** Pages that share nothing with other sites may search with several threads; static hosts do not say so. */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
