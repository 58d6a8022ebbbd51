/** The address of a path on the page's origin; of its first view if that is not a path. */
export function pageUrl(path: string, url: string): string {
  return new URL(isPagePath(path) ? path : '/', url).href;
}

/** The view of an address, as a path. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** A path of the page, and not an address of another origin: `//host` is one. */
export function isPagePath(path: string): boolean {
  const base = 'http://page.invalid';
  return path.startsWith('/') && URL.canParse(path, base) && new URL(path, base).origin === base;
}

/** The path for the next start: the page itself opens a message again that was being written. */
export function restorablePath(path: string): string {
  return /^\/(?:compose|welcome)\b/.test(path) || path.length > 2000 ? '/' : path;
}
