/** Notices of the server in this browser, also while no page is open. */

import { fileAddress } from "./addresses.js";
import { api } from "./api.js";
import { askToNotify } from "./notifications.js";

const WORKER = fileAddress("push-worker.js");

/** Needs https, or a server on the same machine. */
export function canPush() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Where this browser is sent notices, if it shows them. @returns {Promise<string | null>} */
export async function pushEndpoint() {
  return (await findSubscription())?.endpoint ?? null;
}

/** Asks the user, and tells the server. @param {string} key  the server's @returns {Promise<boolean>} is it on now? */
export async function startPush(key) {
  if (!(await askToNotify())) return false;
  await navigator.serviceWorker.register(WORKER);
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  if (!worker) return false;
  await isActive(worker);
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys = {} } = made.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await api.post("/account/notices/push", { endpoint: endpoint ?? "", p256dh, auth });
  return true;
}

/** Shows no more notices here. */
export async function stopPush() {
  const subscription = await findSubscription();
  if (!subscription) return;
  await api.post("/account/notices/push/remove", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Forgets what the server has forgotten: the session has ended in which notices were switched on. */
export async function forgetPush() {
  await (await findSubscription())?.unsubscribe();
}

/** @returns {Promise<PushSubscription | null>} */
async function findSubscription() {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** @param {ServiceWorkerRegistration} registration */
function isActive({ active, installing, waiting }) {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
    })
  );
}
