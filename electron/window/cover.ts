/// <reference lib="dom" />

/** What covers a page until it is rendered: the last list, as the window has shown it while Posthorn started. */
export type CoverView = { attributes: Readonly<Record<string, string>>; html: string };

/** In milliseconds. A page that takes longer shows its own loading state. */
const maxCoverMs = 2_000;

/**
 * Keeps the last list on the screen while the page loads, so that its own list replaces it in place. Runs in the preload,
 * before the page; `requested` is the view, or null for a page that is not the first of a start.
 */
export async function coverUntilRendered(requested: Promise<CoverView | null>): Promise<void> {
  const view = await requested.catch(() => null);
  if (!view) return;
  const root = await rootOf(document);
  if (isRendered(root)) return;
  // The page sets the same ones when its script runs.
  for (const [name, value] of Object.entries(view.attributes)) {
    if (!document.documentElement.hasAttribute(name)) document.documentElement.setAttribute(name, value);
  }
  const cover = document.createElement('div');
  cover.inert = true;
  cover.ariaHidden = 'true';
  cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: var(--paper); cursor: progress';
  cover.innerHTML = view.html;
  document.body.append(cover);
  const remove = () => {
    observer.disconnect();
    clearTimeout(timer);
    cover.remove();
  };
  const observer = new MutationObserver(() => isRendered(root) && remove());
  observer.observe(root, { childList: true, subtree: true });
  const timer = setTimeout(remove, maxCoverMs);
}

/** Resolves as soon as the parser has reached the page's root, before the first paint. */
function rootOf(page: Document): Promise<Element> {
  const find = () => page.getElementById('root');
  return new Promise((resolve) => {
    const found = find();
    if (found) return resolve(found);
    const observer = new MutationObserver(() => {
      const root = find();
      if (!root) return;
      observer.disconnect();
      resolve(root);
    });
    observer.observe(page, { childList: true, subtree: true });
  });
}

/** Whether the page shows rows, an error, or a list without any. */
function isRendered(root: Element): boolean {
  if (root.querySelector('[data-thread], [role=alert]')) return true;
  return root.querySelector('main h1') !== null && root.querySelector('main [class*=bones]') === null;
}
