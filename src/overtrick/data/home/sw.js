"use strict";
/* Keeps the page for a phone without network. Network first, so that a new edition is seen as soon as there is one. */
const CACHE = "overtrick-home";
const PAGES = ["./", "index.html", "tables.json"];
self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(PAGES))));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        const copy = answer.clone();
        event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
        return answer;
      })
      .catch(() => caches.match(event.request)),
  );
});
