const storageKey = 'posthorn.palette';
const maxRecent = 6;

/** The recent palette commands of this browser, the last first. */
export function recentKeys(): string[] {
  const stored = localStorage.getItem(storageKey);
  return stored === null ? [] : stored.split('\n').slice(0, maxRecent);
}

export function recordRecent(used: string): void {
  const others = recentKeys().filter((each) => each !== used);
  localStorage.setItem(storageKey, [used, ...others].slice(0, maxRecent).join('\n'));
}
