/** The schemes of links that open in the app. */
export const ownSchemes = ['posthorn', 'mailto'] as const;

/** Characters of a link that are looked at, and of single fields that are taken over. */
const most = { link: 100_000, line: 2_000, recipients: 8_000, body: 30_000 };

/** The links among the words of a command line. */
export function linksIn(words: readonly string[]): string[] {
  return words.filter((word) => /^(?:posthorn|mailto):/i.test(word));
}

/**
 * The path of the page that a `mailto:` or `posthorn:` link leads to; undefined for what is neither. Links come from
 * anywhere: they open something and never do anything.
 *
 * `posthorn://compose`, `posthorn://thread/<id>`, `posthorn://message/<Message-ID>`, `posthorn://search/<query>`.
 */
export function pathOfLink(link: string): string | undefined {
  if (link.length > most.link) return undefined;
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(link.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case 'mailto':
      return composePath(rest);
    case 'posthorn':
      return ownPath(rest);
    default:
      return undefined;
  }
}

/**
 * RFC 6068. Only what a person could type into the composer is taken over: to, cc, bcc, subject, body and what it answers.
 * A link must not attach files of this computer, nor write other header fields.
 */
function composePath(rest: string): string {
  const [address = '', query = ''] = split(rest, '?');
  const fields = query
    .split('#')[0]!
    .split('&')
    .map((field) => split(field, '='))
    .map(([name = '', value = '']) => [decoded(name).toLowerCase(), decoded(value)] as const);
  const all = (name: string) => fields.filter(([each]) => each === name).map(([, value]) => value);
  const people = (values: readonly string[]) =>
    oneLine(values.filter((value) => value.trim() !== '').join(', '), most.recipients);
  const wanted = {
    to: people([decoded(address.split('#')[0]!), ...all('to')]),
    cc: people(all('cc')),
    bcc: people(all('bcc')),
    subject: oneLine(all('subject')[0] ?? '', most.line),
    body: wholeBody(all('body')),
    in_reply_to: oneLine(all('in-reply-to')[0] ?? '', most.line),
  };
  const filled = Object.entries(wanted).filter(([, value]) => value !== '');
  return filled.length === 0 ? '/compose' : `/compose?${new URLSearchParams(filled).toString()}`;
}

function ownPath(rest: string): string | undefined {
  const [, place = '', name = ''] = /^\/{0,2}([a-z]+)(?:\/([^?#]*))?/i.exec(rest) ?? [];
  const wanted = oneLine(decoded(name.replace(/\/$/, '')), most.line);
  switch (place.toLowerCase()) {
    case 'open':
    case '':
      return '/';
    case 'compose':
      return composePath(rest.replace(/^[^?]*/, ''));
    case 'search':
      return searchPath(wanted);
    case 'thread':
      return /^[0-9a-f-]{36}$/i.test(wanted) ? `/all/m/${wanted.toLowerCase()}` : undefined;
    case 'message': {
      const id = wanted.replace(/^<|>$/g, '');
      return /^[^\s"<>()]+@[^\s"<>()]+$/.test(id) ? searchPath(`rfc822msgid:${id}`) : undefined;
    }
    default:
      return undefined;
  }
}

function searchPath(q: string): string {
  return `/search?${new URLSearchParams({ q }).toString()}`;
}

/** The text before the first `mark` and the text after it. */
function split(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A `+` is a plus here. What is no good encoding stands for itself. */
function decoded(text: string): string {
  const bytes = /(?:%[0-9a-f]{2})+/gi;
  return text.replace(bytes, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** Without line ends and other control characters, which could begin a header field of their own. */
function oneLine(text: string, length: number): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, length);
}

function wholeBody(bodies: readonly string[]): string {
  return bodies
    .join('\n')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, most.body);
}
