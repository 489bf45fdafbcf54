/** Shows the notices that a server pushes, while none of its pages is open, and leads to the game. */

const ICON = new URL("icon.svg", location.href).href;

addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** Browsers want something to be seen, but for a page that is looked at. */
async function show({ title, text, path }) {
  const pages = await pagesAt(path);
  if (pages.some((page) => page.focused)) return;
  await registration.showNotification(title, { body: text, tag: path, icon: ICON, data: { path } });
}

async function open(path) {
  const [page] = await pagesAt(path);
  if (page) await page.focus();
  else await clients.openWindow(path);
}

async function pagesAt(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => new URL(page.url).pathname === path);
}
