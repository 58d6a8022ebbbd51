/** The one-time key in the address with which Posthorn opened this page. It is removed from the address and the history. */
export function takeOneTimeKey({
  location,
  history,
}: {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'state' | 'replaceState'>;
}): string | undefined {
  const key = /^#key=([\w-]{20,200})$/.exec(location.hash)?.[1];
  if (key !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}
