/** The schemes of links that open in the app. */
export const ownSchemes = ['posthorn', 'mailto'] as const;

/** The maximum characters of a link, and of single fields. */
const maxLengths = { link: 100_000, line: 2_000, recipients: 8_000, body: 30_000 };

/** The links among the command-line arguments. */
export function linksIn(args: readonly string[]): string[] {
  return args.filter((arg) => /^(?:posthorn|mailto):/i.test(arg));
}

/**
 * The path of the page for a `mailto:` or `posthorn:` link; undefined for other links. Links are untrusted: they open a
 * view and never do anything.
 *
 * `posthorn://compose`, `posthorn://open/inbox`, `posthorn://thread/<id>`, `posthorn://message/<Message-ID>`, `posthorn://search/<query>`.
 */
export function pathOfLink(link: string): string | undefined {
  if (link.length > maxLengths.link) return undefined;
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(link.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case 'mailto':
      return composePath(rest);
    case 'posthorn':
      return posthornPath(rest);
    default:
      return undefined;
  }
}

/**
 * RFC 6068. Accepts only fields that a user could type into the composer: to, cc, bcc, subject, body and In-Reply-To. A
 * link must not attach files of this computer, nor write other header fields.
 */
function composePath(rest: string): string {
  const [address = '', query = ''] = split(rest, '?');
  const fields = query
    .split('#')[0]!
    .split('&')
    .map((field) => split(field, '='))
    .map(([name = '', value = '']) => [percentDecode(name).toLowerCase(), percentDecode(value)] as const);
  const valuesOf = (name: string) => fields.filter(([each]) => each === name).map(([, value]) => value);
  const addressList = (values: readonly string[]) =>
    toSingleLine(values.filter((value) => value.trim() !== '').join(', '), maxLengths.recipients);
  const prefill = {
    to: addressList([percentDecode(address.split('#')[0]!), ...valuesOf('to')]),
    cc: addressList(valuesOf('cc')),
    bcc: addressList(valuesOf('bcc')),
    subject: toSingleLine(valuesOf('subject')[0] ?? '', maxLengths.line),
    body: toPlainBody(valuesOf('body')),
    in_reply_to: toSingleLine(valuesOf('in-reply-to')[0] ?? '', maxLengths.line),
  };
  const filled = Object.entries(prefill).filter(([, value]) => value !== '');
  return filled.length === 0 ? '/compose' : `/compose?${new URLSearchParams(filled).toString()}`;
}

function posthornPath(rest: string): string | undefined {
  const [, view = '', name = ''] = /^\/{0,2}([a-z]+)(?:\/([^?#]*))?/i.exec(rest) ?? [];
  const argument = toSingleLine(percentDecode(name.replace(/\/$/, '')), maxLengths.line);
  switch (view.toLowerCase()) {
    case 'open':
      return argument.toLowerCase() === 'inbox' ? '/inbox' : '/';
    case '':
      return '/';
    case 'compose':
      return composePath(rest.replace(/^[^?]*/, ''));
    case 'search':
      return searchPath(argument);
    case 'thread':
      return /^[0-9a-f-]{36}$/i.test(argument) ? `/all/m/${argument.toLowerCase()}` : undefined;
    case 'message': {
      const id = argument.replace(/^<|>$/g, '');
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
function split(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A `+` is a plus here. Invalid encoding is kept as it is. */
function percentDecode(text: string): string {
  const bytes = /(?:%[0-9a-f]{2})+/gi;
  return text.replace(bytes, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** Without line ends and other control characters, which could begin another header field. */
function toSingleLine(text: string, length: number): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, length);
}

function toPlainBody(bodies: readonly string[]): string {
  return bodies
    .join('\n')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, maxLengths.body);
}
