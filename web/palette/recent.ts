const key = 'posthorn.palette';
const most = 6;

/** What was done in the palette lately on this browser, the last first. */
export function recentKeys(): string[] {
  const kept = localStorage.getItem(key);
  return kept === null ? [] : kept.split('\n').slice(0, most);
}

export function noteRecent(used: string): void {
  const others = recentKeys().filter((each) => each !== used);
  localStorage.setItem(key, [used, ...others].slice(0, most).join('\n'));
}
