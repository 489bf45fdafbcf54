/** A site without a server is kept by the browser, and a newer version of it is offered when it has come. */

import { siteAddress } from "../addresses.js";
import { el, makeButton } from "../dom.js";

/** Keep this site, and look for a newer version of it. */
export async function keepSite() {
  // Without a safe context (plain HTTP from another machine) there is none.
  if (!navigator.serviceWorker) return;
  try {
    const kept = await navigator.serviceWorker.register(siteAddress("service-worker.js"));
    if (kept.waiting && navigator.serviceWorker.controller) offer(kept.waiting);
    kept.addEventListener("updatefound", () => follow(kept.installing));
  } catch (error) {
    console.warn(error); // the site works all the same, but not without a network
  }
}

/** @param {ServiceWorker | null} worker */
function follow(worker) {
  worker?.addEventListener("statechange", () => {
    // The first one ever has nothing to take the place of.
    if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
  });
}

/** Games go on after the reload: every step is kept. @param {ServiceWorker} worker */
function offer(worker) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  const bar = el(
    "div",
    { class: "toast update", role: "status" },
    "A new version of gajah is here. ",
    makeButton({ style: "primary", onclick: () => worker.postMessage("take over") }, "Load it"),
    makeButton({ onclick: () => bar.remove() }, "Later"),
  );
  document.body.append(el("div", { class: "toasts" }, bar));
}
