import type { ServerQuery } from './provider.ts';

/** A query in the language of Gmail's search, which its API and its IMAP server (X-GM-RAW) have in common. */
export function gmailQuery({ terms, since, before }: Omit<ServerQuery, 'folder'>): string {
  const words = terms.map(({ field, text }) => `${field === 'text' ? '' : `${field}:`}${quoted(text)}`);
  return [
    ...words,
    ...(since ? [`after:${Math.floor(since.getTime() / 1000) - 1}`] : []),
    ...(before ? [`before:${Math.ceil(before.getTime() / 1000)}`] : []),
  ].join(' ');
}

/** Gmail also finds other forms of a single word. Quoted text has no operators, and is found as it is. */
function quoted(text: string): string {
  const isWord = /^[\p{L}\p{N}][\p{L}\p{N}.@_]*$/u.test(text) && !/^(or|and|around)$/i.test(text);
  return isWord ? text : `"${text.replaceAll('"', ' ')}"`;
}
