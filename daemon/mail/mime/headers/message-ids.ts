const maxIds = 100;
const maxIdLength = 900;

/**
 * The ids of a Message-ID, In-Reply-To or References field (RFC 5322, section 3.6.4), without brackets and without
 * duplicates. White space that folding put inside an id is removed, and words between ids are skipped (section 4.5.4).
 * Without any bracket, words with an `@` count, or the only word. Of more than a hundred, the first (the thread's root)
 * and the newest 99 remain.
 */
export function parseMessageIds(value: string): string[] {
  return limitIds(bracketedIds(value) ?? bareIds(value));
}

/**
 * The same for fields that name other messages: without brackets nothing counts, because such text is often the address
 * of a person.
 */
export function parseBracketedMessageIds(value: string): string[] {
  return limitIds(bracketedIds(value) ?? []);
}

function bracketedIds(value: string): string[] | undefined {
  return value.match(/<[^<>]+>/g)?.map((id) => id.slice(1, -1).replace(/\s+/g, ''));
}

function limitIds(all: readonly string[]): string[] {
  const ids = all.filter((id) => id.length > 0 && id.length <= maxIdLength);
  const unique = ids.length > 1 ? [...new Set(ids)] : ids;
  return unique.length <= maxIds ? unique : [...unique.slice(0, 1), ...unique.slice(1 - maxIds)];
}

function bareIds(value: string): string[] {
  const words = value.split(/[\s,<>]+/).filter((word) => word !== '');
  return words.length === 1 ? words : words.filter((word) => word.includes('@'));
}
