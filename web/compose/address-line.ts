/** One entry of an address line. `text` is what is sent on; the others are for the eye. */
export type Entry = { text: string; name: string; email: string; isBad: boolean };

/** The entries of an address line as it was typed or pasted (RFC 5322): commas, semicolons or line ends between them. */
export function entriesOf(line: string): Entry[] {
  return pieces(line).map(entryOf);
}

/** The line that holds these entries. */
export function lineOf(entries: readonly Entry[]): string {
  return entries.map(({ text }) => text).join(', ');
}

/** An entry for somebody who is known. */
export function entryFor(name: string | null, email: string): Entry {
  if (!name || name === email) return entryOf(email);
  const isPlain = !/[^\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]/u.test(name);
  return entryOf(`${isPlain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`);
}

/** These entries after others; who is there already is not added again. */
export function withEntries(before: readonly Entry[], added: readonly Entry[]): Entry[] {
  const known = new Set(before.map(keyOf));
  return [...before, ...added.filter((entry) => !known.has(keyOf(entry)) && known.add(keyOf(entry)))];
}

function keyOf({ email, text }: Entry): string {
  return (email || text).toLowerCase();
}

/** Splits where no quotation mark, bracket or comment is open. */
function pieces(line: string): string[] {
  const found: string[] = [];
  let piece = '';
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (letter === '\\') {
      piece += letter + (line[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '<' || letter === '(')) depth += 1;
    else if (!isQuoted && (letter === '>' || letter === ')')) depth = Math.max(0, depth - 1);
    if (!isQuoted && depth === 0 && /[,;\n\r\t]/.test(letter)) {
      found.push(piece);
      piece = '';
    } else piece += letter;
  }
  return [...found, piece].map((each) => each.trim()).filter(Boolean);
}

function entryOf(text: string): Entry {
  const bracketed = /^(?<name>[^<]*)<(?<email>[^<>]*)>\s*$/s.exec(text)?.groups;
  const email = (bracketed?.['email'] ?? text.replace(/\([^)]*\)/g, '')).trim();
  const name = (bracketed?.['name'] ?? '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return { text, name, email, isBad: !/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/.test(email) };
}
