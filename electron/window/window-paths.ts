/** The address of a path at the page's place; of its first view where that is no path. */
export function pageUrl(path: string, url: string): string {
  return new URL(isPagePath(path) ? path : '/', url).href;
}

/** The view an address shows, as a path. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** A path of the page, and no address of another place: `//host` is one. */
export function isPagePath(path: string): boolean {
  const base = 'http://page.invalid';
  return path.startsWith('/') && URL.canParse(path, base) && new URL(path, base).origin === base;
}

/** The path to begin with at the next start: a message that was being written is opened again by the page itself. */
export function restorablePath(path: string): string {
  return /^\/(?:compose|welcome)\b/.test(path) || path.length > 2000 ? '/' : path;
}
