/** One entry of an address list. `text` is sent; the other fields are for display. */
export type RecipientEntry = { text: string; name: string; email: string; isBad: boolean };

/** Parses a typed or pasted address list (RFC 5322). Commas, semicolons and line ends separate the entries. */
export function parseRecipients(line: string): RecipientEntry[] {
  return splitAddresses(line).map(parseRecipient);
}

/** The text of an address list with these entries. */
export function formatRecipients(entries: readonly RecipientEntry[]): string {
  return entries.map(({ text }) => text).join(', ');
}

/** The entry for a known contact. */
export function recipientFor(name: string | null, email: string): RecipientEntry {
  if (!name || name === email) return parseRecipient(email);
  const isPlain = !/[^\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]/u.test(name);
  return parseRecipient(`${isPlain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`);
}

/** Appends entries, and skips addresses that are in the list already. */
export function withRecipients(before: readonly RecipientEntry[], added: readonly RecipientEntry[]): RecipientEntry[] {
  const known = new Set(before.map(keyOf));
  return [...before, ...added.filter((entry) => !known.has(keyOf(entry)) && known.add(keyOf(entry)))];
}

function keyOf({ email, text }: RecipientEntry): string {
  return (email || text).toLowerCase();
}

/** Splits where no quotation mark, bracket or comment is open. */
function splitAddresses(line: string): string[] {
  const found: string[] = [];
  let piece = '';
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\\') {
      piece += character + (line[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '<' || character === '(')) depth += 1;
    else if (!isQuoted && (character === '>' || character === ')')) depth = Math.max(0, depth - 1);
    if (!isQuoted && depth === 0 && /[,;\n\r\t]/.test(character)) {
      found.push(piece);
      piece = '';
    } else piece += character;
  }
  return [...found, piece].map((each) => each.trim()).filter(Boolean);
}

function parseRecipient(text: string): RecipientEntry {
  const bracketed = /^(?<name>[^<]*)<(?<email>[^<>]*)>\s*$/s.exec(text)?.groups;
  const email = (bracketed?.['email'] ?? text.replace(/\([^)]*\)/g, '')).trim();
  const name = (bracketed?.['name'] ?? '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return { text, name, email, isBad: !/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/.test(email) };
}
