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
 * The ids of a References field. Text without brackets does not count, because it is often the address of a person;
 * neither does a person that words name in brackets: `Message from Ann <ann@example.org> of Monday <id>` (RFC 822,
 * section 4.6.2). `people` are addresses of the message in lower case.
 */
export function parseReferences(value: string, people: ReadonlySet<string>): string[] {
  return limitIds(namedMessages(value, people).map(({ id }) => id));
}

/**
 * The id of the answered message in an In-Reply-To field, as in `parseReferences`. An id without words before it comes
 * first; of ids that follow words, the last one counts, because programs name the writer before the message.
 */
export function parseParentId(value: string, people: ReadonlySet<string>): string | null {
  const found = namedMessages(value, people);
  const parent = found.find(({ words }) => words === '') ?? found.at(-1);
  return limitIds(parent ? [parent.id] : [])[0] ?? null;
}

function bracketedIds(value: string): string[] | undefined {
  return value.match(/<[^<>]+>/g)?.map(idInBrackets);
}

function idInBrackets(text: string): string {
  return text.slice(1, -1).replace(/\s+/g, '');
}

/** An id in brackets, and the words between it and the id before it. */
type NamedMessage = { id: string; words: string };

function namedMessages(value: string, people: ReadonlySet<string>): NamedMessage[] {
  const ids = (bracketedIds(value) ?? []).map((id) => ({ id, words: '' }));
  const hasWords = value.length <= maxPhraseLength && /^[^<]*[^<\s,]|>[^<]*[^<\s,]/.test(value);
  const outsideComments = hasWords ? messagesOutsideComments(value) : [];
  const found = outsideComments.length > 0 ? outsideComments : ids;
  return found.filter(({ id, words }) => !people.has(id.toLowerCase()) && !writerPattern.test(words));
}

/** The words before the address of a writer: `Message from Ann`, but not `Message from Ann of Monday`. */
const writerPattern = /\bfrom\b(?!.*(?:\bof\b|\bon\b|\d))/is;
/** A longer value with words is an attack: all its brackets count. */
const maxPhraseLength = 10_000;

/** A comment may name the writer: `<id> (message from Ann <ann@example.org>)`. */
function messagesOutsideComments(value: string): NamedMessage[] {
  const found: NamedMessage[] = [];
  let words = '';
  for (const [token] of value.matchAll(/<[^<>]+>|"(?:[^"\\]|\\.)*"|\((?:[^()]|\([^()]*\))*\)|[^<"(]+|./gs)) {
    if (token.startsWith('<') && token.length > 1) {
      found.push({ id: idInBrackets(token), words });
      words = '';
    } else if (!token.startsWith('(') && /[^\s,;:]/.test(token)) words += token;
  }
  return found;
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
