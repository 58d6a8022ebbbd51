import { nothing, type Part, partKinds } from './icu.ts';

/** How a place of a text is used: shown, or what is chosen by it. */
export type Kind = 'value' | 'name' | 'flag' | 'number' | 'optional';

/** The places of a text to be filled in, and how each is used. */
export function placesOf(
  parts: readonly Part[],
  places = new Map<string, ReadonlySet<Kind>>(),
): Map<string, ReadonlySet<Kind>> {
  for (const part of parts) {
    if (part.type === partKinds.written || part.type === partKinds.pound) continue;
    const { value: name } = part;
    places.set(name, new Set([...(places.get(name) ?? []), kindOf(part)]));
    if (part.type !== partKinds.select && part.type !== partKinds.plural) continue;
    for (const option of Object.values(part.options)) placesOf(option.value, places);
  }
  return places;
}

function kindOf(part: Part): Kind {
  if (part.type === partKinds.number || part.type === partKinds.plural) return 'number';
  if (part.type !== partKinds.select) return 'value';
  if (nothing in part.options) return 'optional';
  return 'true' in part.options ? 'flag' : 'name';
}
