import type { MessageBody } from '../../../daemon/contract/body.ts';

export type UnsubscribeHeader = MessageBody['metadata']['unsubscribe'];

/** How one leaves a list, as a person is told: by one request, on a page of the sender's, or by a mail. */
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
