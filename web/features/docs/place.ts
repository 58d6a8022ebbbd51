/** Where one is within the page, as the part of the address after `#` says it. */
export type DocsPlace = { kind: 'overview' | 'index' } | { kind: 'request' | 'record'; name: string };

/** Without a word after `#` the index is what a narrow window shows; a wide one has the overview beside it. */
export function placeOf(hash: string): DocsPlace {
  const [kind, ...rest] = hash.replace(/^#/, '').split('/');
  const name = decoded(rest.join('/'));
  if ((kind === 'request' || kind === 'record') && name) return { kind, name };
  return { kind: kind === 'overview' ? 'overview' : 'index' };
}

export function hrefOf(place: DocsPlace): string {
  return 'name' in place
    ? `#${place.kind}/${encodeURIComponent(place.name)}`
    : `#${place.kind === 'index' ? '' : place.kind}`;
}

/** What somebody typed may be no encoding at all; then it names nothing, and the page says so. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
