const storageKey = 'posthorn.searches';
const maxSearches = 20;
/** A longer text was probably pasted, and would fill the browser's storage. */
const maxQueryLength = 300;

/** The recent searches of this browser, the last first. */
export function recentSearches(): string[] {
  const stored = localStorage.getItem(storageKey);
  return stored === null ? [] : stored.split('\n').filter(Boolean).slice(0, maxSearches);
}

export function recordSearch(query: string): void {
  const line = query.replace(/\s+/g, ' ').trim();
  if (line === '' || line.length > maxQueryLength) return;
  storeSearches([line, ...recentSearches().filter((each) => each !== line)].slice(0, maxSearches));
}

export function removeSearch(query: string): void {
  storeSearches(recentSearches().filter((each) => each !== query));
}

function storeSearches(searches: readonly string[]): void {
  if (searches.length === 0) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, searches.join('\n'));
}
