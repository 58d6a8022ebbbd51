import type { InlinePart } from '../mime/content/contents.ts';

/** Finds the part that HTML refers to by `cid:…` (RFC 2392) or by an address (a Content-Location, RFC 2557). */
export function partFinder(parts: readonly InlinePart[]): (reference: string) => InlinePart | undefined {
  const byName = new Map<string, InlinePart>();
  for (const part of parts) {
    if (part.content_id !== null) byName.set(`cid:${part.content_id.toLowerCase()}`, part);
    if (part.content_location !== null) byName.set(part.content_location, part);
  }
  return (reference) => byName.get(nameIn(reference)) ?? byName.get(reference);
}

/** `cid:` addresses are percent-encoded (RFC 2392). */
function nameIn(reference: string): string {
  try {
    return decodeURIComponent(reference).toLowerCase();
  } catch {
    // An invalid percent escape: use the name unchanged.
    return reference.toLowerCase();
  }
}
