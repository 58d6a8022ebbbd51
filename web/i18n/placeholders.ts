import { emptyOption, type Part, type Text } from './message-format.ts';

/** How a place of a text is used: shown, or what is chosen by it. */
export type PlaceholderKind = 'value' | 'name' | 'flag' | 'number' | 'optional';

/** The places of a text to be filled in, and how each is used. */
export function placeholdersOf(
  text: Text,
  placeholders = new Map<string, ReadonlySet<PlaceholderKind>>(),
): Map<string, ReadonlySet<PlaceholderKind>> {
  for (const part of typeof text === 'string' ? [] : text) {
    if (typeof part === 'string' || part[0] === '#') continue;
    const [, name, options = {}] = part;
    placeholders.set(name, new Set([...(placeholders.get(name) ?? []), kindOf(part)]));
    for (const option of Object.values(options)) placeholdersOf(option, placeholders);
  }
  return placeholders;
}

function kindOf(part: Exclude<Part, string | readonly ['#']>): PlaceholderKind {
  if (part[0] === 'value') return 'value';
  if (part[0] !== 'select') return 'number';
  if (emptyOption in part[2]) return 'optional';
  return 'true' in part[2] ? 'flag' : 'name';
}
