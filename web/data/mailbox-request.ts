import type { MailboxLens } from './lens.ts';

export const pageSize = 100;

/** The request for a page of a mailbox; without a cursor, for the first page. */
export function mailboxRequest(lens: MailboxLens, cursor?: string) {
  return { view: 'threads' as const, limit: pageSize, cursor, ...lensRequest(lens) };
}

function lensRequest(lens: MailboxLens) {
  if (lens.kind === 'label') return { lens_kind: 'label' as const, label_id: lens.labelId };
  if (lens.kind === 'inbox') return { lens_kind: 'inbox' as const, account_id: lens.account };
  return { lens_kind: 'all_mail' as const };
}

/** A label id as it is written in an address without decoding. */
const isId = /^[\w-]+$/;

/** The mailbox that an address shows, with the same result as the router; undefined for other pages. */
export function mailboxFromUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): MailboxLens | undefined {
  const [segment, labelId = ''] = pathname.split('/').slice(1);
  if (segment === 'inbox') {
    return { kind: 'inbox', account: new URLSearchParams(search).get('account') || undefined };
  }
  if (segment === 'all') return { kind: 'all' };
  return segment === 'label' && isId.test(labelId) ? { kind: 'label', labelId } : undefined;
}
