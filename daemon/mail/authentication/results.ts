/** The result of a method in a results header: the outcome and the identity that was checked. */
export type MethodResult = {
  /** In lower case, for example `spf`, `dkim`, `dmarc`. */
  method: string;
  result: string;
  /**
   * Keyed by `ptype.property` in lower case, for example `header.d`; Exchange also writes bare names such as
   * `action`.
   */
  properties: ReadonlyMap<string, string>;
  comments: readonly string[];
};

/**
 * A server's findings about the sender of a message. `server` is absent if the server does not name itself, as
 * Exchange does not.
 */
export type AuthenticationResults = { server: string | undefined; results: MethodResult[] };

const maxValueLength = 20_000;
const maxResults = 100;

/**
 * Parses the value of an Authentication-Results field (RFC 8601, section 2.2): comments may nest and occur anywhere,
 * values may be quoted. Unreadable parts are skipped, so that only an explicit pass counts as a pass.
 */
export function readResults(value: string): AuthenticationResults {
  const [first = { text: '', comments: [] }, ...rest] = segmentsOf(value.slice(0, maxValueLength));
  const [head = ''] = first.text.trim().split(/\s+/);
  const isServer = !first.text.includes('=');
  const results = (isServer ? rest : [first, ...rest]).slice(0, maxResults).flatMap((each) => resultOf(each) ?? []);
  return { server: isServer && head !== '' ? head.toLowerCase() : undefined, results };
}

type Segment = { text: string; comments: string[] };

/** The segments between semicolons, without their comments. */
function segmentsOf(value: string): Segment[] {
  const segments: Segment[] = [];
  let segment: Segment = { text: '', comments: [] };
  for (let at = 0; at < value.length;) {
    const character = value[at];
    if (character === '"') {
      const end = quoteEnd(value, at);
      segment.text += value.slice(at, end);
      at = end;
    } else if (character === '(') {
      const end = commentEnd(value, at);
      segment.comments.push(value.slice(at + 1, end - 1));
      segment.text += ' ';
      at = end;
    } else {
      if (character === ';') {
        segments.push(segment);
        segment = { text: '', comments: [] };
      } else segment.text += character;
      at += 1;
    }
  }
  return [...segments, segment];
}

function quoteEnd(value: string, from: number): number {
  for (let at = from + 1; at < value.length; at++) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '"') return at + 1;
  }
  return value.length;
}

/** An unterminated comment extends to the end of the value. */
function commentEnd(value: string, from: number): number {
  let depth = 0;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '(') depth += 1;
    else if (value[at] === ')' && --depth === 0) return at + 1;
  }
  return value.length;
}

const propertyPattern = /([\w.-]+)(?:\s*\/\s*\d+)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))/g;

function resultOf({ text, comments }: Segment): MethodResult | undefined {
  const [stated, ...rest] = [...text.matchAll(propertyPattern)].map(
    ([, name = '', quoted, bare]) => [name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''] as const,
  );
  // The method must be the first text of the segment; otherwise the segment is not a result.
  if (!stated || !text.trim().toLowerCase().startsWith(stated[0]) || stated[0].includes('.')) return undefined;
  return { method: stated[0], result: stated[1].toLowerCase(), properties: firstByName(rest), comments };
}

/** If a property occurs twice, the first value counts. */
function firstByName(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(pairs.toReversed());
}
