import type { MessageBody } from '../../../daemon/contract/body.ts';

export type UnsubscribeHeader = MessageBody['metadata']['unsubscribe'];

/** The way to unsubscribe, in words: one request, a page of the sender, or a mail. */
export type UnsubscribeMethod =
  { by: 'request' | 'page'; host: string; url: string } | { by: 'mail'; address: string; url: string };

export function unsubscribeMethodOf(method: UnsubscribeHeader): UnsubscribeMethod | undefined {
  if (method === 'None') return undefined;
  if ('Mailto' in method) {
    const { address, subject } = method.Mailto;
    const url = `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
    return { by: 'mail', address, url: subject ? `${url}?subject=${encodeURIComponent(subject)}` : url };
  }
  const by = 'OneClick' in method ? ('request' as const) : ('page' as const);
  const { url } = 'OneClick' in method ? method.OneClick : 'HttpLink' in method ? method.HttpLink : method.BodyLink;
  return URL.canParse(url) ? { by, url, host: new URL(url).host } : undefined;
}
