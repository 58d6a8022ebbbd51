import { nothing, type Part, type Text } from './text.ts';

/** How a place of a text is used: shown, or what is chosen by it. */
export type Kind = 'value' | 'name' | 'flag' | 'number' | 'optional';

/** The places of a text to be filled in, and how each is used. */
export function placesOf(text: Text, places = new Map<string, ReadonlySet<Kind>>()): Map<string, ReadonlySet<Kind>> {
  for (const part of typeof text === 'string' ? [] : text) {
    if (typeof part === 'string' || part[0] === '#') continue;
    const [, name, options = {}] = part;
    places.set(name, new Set([...(places.get(name) ?? []), kindOf(part)]));
    for (const option of Object.values(options)) placesOf(option, places);
  }
  return places;
}

function kindOf(part: Exclude<Part, string | readonly ['#']>): Kind {
  if (part[0] === 'value') return 'value';
  if (part[0] !== 'select') return 'number';
  if (nothing in part[2]) return 'optional';
  return 'true' in part[2] ? 'flag' : 'name';
}
