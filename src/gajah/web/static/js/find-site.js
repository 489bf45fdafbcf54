/**
 * For the page that a host of files shows at every address without a file: finds the folder of the site, the nearest
 * one above that has its manifest, and completes the page from there. The build puts this text into the page.
 */

/** @returns {Promise<URL | null>} */
async function findSite() {
  for (let folder = new URL("./", location.href); ; folder = new URL("../", folder)) {
    const { ok } = await fetch(new URL("manifest.webmanifest", folder), { method: "HEAD" });
    if (ok || folder.pathname === "/") return ok ? folder : null;
  }
}

void findSite().then(async (site) => {
  if (!site) return;
  for (const link of document.querySelectorAll("a")) link.href = new URL(link.getAttribute("href") ?? "", site).href;
  await import(new URL("static/js/missing.js", site).href);
});
