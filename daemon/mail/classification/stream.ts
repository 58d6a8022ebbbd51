import type { ParsedMessage } from '../mime/parsed-message.ts';

const maxLength = 300;

/**
 * By which service and for which purpose a message was sent. One address sends receipts, notifications and newsletters, and
 * they differ in this. It is the kind and the sender of Feedback-ID, else the host that unsubscribes, else the selector of the DKIM
 * signature; empty where the header has none of them.
 */
export function streamOf({ sending, unsubscribe }: Pick<ParsedMessage, 'sending' | 'unsubscribe'>): string {
  if (sending.feedback !== null) return `feedback ${sending.feedback}`;
  const host = unsubscribeHost(unsubscribe);
  if (host !== undefined) return `unsubscribe ${host}`.slice(0, maxLength);
  return sending.dkim === null ? '' : `dkim ${sending.dkim}`.slice(0, maxLength);
}

function unsubscribeHost(unsubscribe: ParsedMessage['unsubscribe']): string | undefined {
  if (typeof unsubscribe === 'string') return undefined;
  if ('Mailto' in unsubscribe) return unsubscribe.Mailto.address.split('@').at(-1)?.toLowerCase();
  const [{ url }] = Object.values(unsubscribe) as [{ url: string }];
  return URL.parse(url)?.hostname;
}
