const key = 'posthorn.searches';
const most = 20;
/** A longer text was hardly typed, and would fill what a browser keeps. */
const longest = 300;

/** What was searched for lately on this browser, the last first. */
export function recentSearches(): string[] {
  const kept = localStorage.getItem(key);
  return kept === null ? [] : kept.split('\n').filter(Boolean).slice(0, most);
}

export function noteSearch(query: string): void {
  const line = query.replace(/\s+/g, ' ').trim();
  if (line === '' || line.length > longest) return;
  keep([line, ...recentSearches().filter((each) => each !== line)].slice(0, most));
}

export function forgetSearch(query: string): void {
  keep(recentSearches().filter((each) => each !== query));
}

function keep(searches: readonly string[]): void {
  if (searches.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, searches.join('\n'));
}
