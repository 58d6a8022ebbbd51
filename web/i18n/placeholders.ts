import { emptyOption, type Part, type Text } from './message-format.ts';

/** How a placeholder is used: shown, or to choose an option. */
export type PlaceholderKind = 'value' | 'name' | 'flag' | 'number' | 'optional';

/** The placeholders of a message with their uses. */
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
