/** An argument of a command: an atom, a quoted string or a literal as its text (latin1), or a list in parentheses. */
export type Argument = string | Argument[];

export type Command = {
  tag: string;
  /** In capitals, with the prefix `UID` if it has one: `UID FETCH`. */
  name: string;
  args: Argument[];
};

/** A section such as `BODY.PEEK[HEADER.FIELDS (DATE)]<0.100>` is one atom, including its spaces. */
const atom = /(?:\[[^\]]*\]|[^\s()"{])+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const literal = /\{(\d+)\+?\}\r\n/y;

/** Parses a command with its literals inside the text. Throws if it is malformed. */
export function readCommand(text: string): Command {
  let at = 0;

  const consume = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    if (match) at = pattern.lastIndex;
    return match;
  };

  const readAll = (end: ')' | undefined): Argument[] => {
    const items: Argument[] = [];
    for (;;) {
      while (text[at] === ' ') at++;
      if (at >= text.length || text[at] === end) {
        at++;
        return items;
      }
      items.push(readOne());
    }
  };

  const readOne = (): Argument => {
    if (text[at] === '(') {
      at++;
      return readAll(')');
    }
    const size = consume(literal)?.[1];
    if (size !== undefined) {
      at += Number(size);
      return text.slice(at - Number(size), at);
    }
    const words = consume(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? consume(atom)?.[0];
    if (words === undefined) throw new Error(`This is no IMAP command: ${text.slice(0, 100)}`);
    return words;
  };

  const [tag = '', first = '', ...rest] = readAll(undefined);
  const name = textOf(first).toUpperCase();
  if (name !== 'UID') return { tag: textOf(tag), name, args: rest };
  return { tag: textOf(tag), name: `UID ${textOf(rest[0]).toUpperCase()}`, args: rest.slice(1) };
}

export function textOf(argument: Argument | undefined): string {
  return typeof argument === 'string' ? argument : '';
}

export function listOf(argument: Argument | undefined): Argument[] {
  return Array.isArray(argument) ? argument : [];
}

/** A list of words, or a single word in its place, in capitals. */
export function wordsOf(argument: Argument | undefined): string[] {
  return (Array.isArray(argument) ? argument : [argument]).map((word) => textOf(word).toUpperCase());
}

/** The same in the server's output: a quoted string. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
