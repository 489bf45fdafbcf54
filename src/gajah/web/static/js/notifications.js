/** The browser's leave to show notifications. */

/** Can this browser show any at all? Most do so only for pages of this machine or over https. */
export function canNotify() {
  return "Notification" in window && isSecureContext;
}

export function mayNotify() {
  return canNotify() && Notification.permission === "granted";
}

/** Asks the user, once: browsers remember the answer. @returns {Promise<boolean>} */
export async function askToNotify() {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}
