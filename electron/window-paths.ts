/** The address of a path at the page's place; of its first view where that is no path. */
export function pageAddress(path: string, url: string): string {
  return new URL(isPath(path) ? path : '/', url).href;
}

/** The view an address shows, as a path. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** A path of the page, and no address of another place: `//host` is one. */
export function isPath(path: string): boolean {
  const place = 'http://page.invalid';
  return path.startsWith('/') && URL.canParse(path, place) && new URL(path, place).origin === place;
}

/** The path to begin with at the next start: a message that was being written is opened again by the page itself. */
export function lasting(path: string): string {
  return /^\/(?:compose|welcome)\b/.test(path) || path.length > 2000 ? '/' : path;
}
