import type { MailboxLens } from './lens.ts';

export const pageSize = 100;

/** What is asked for a page of a mailbox; without a cursor, for its first. */
export function mailboxRequest(lens: MailboxLens, cursor?: string) {
  return { view: 'threads' as const, limit: pageSize, cursor, ...lensRequest(lens) };
}

function lensRequest(lens: MailboxLens) {
  if (lens.kind === 'label') return { lens_kind: 'label' as const, label_id: lens.labelId };
  if (lens.kind === 'inbox') return { lens_kind: 'inbox' as const, account_id: lens.account };
  return { lens_kind: 'all_mail' as const };
}

/** As a label's id is written, which needs no decoding. */
const isId = /^[\w-]+$/;

/** The mailbox that an address of the page shows, as the router would say; undefined where it shows another page. */
export function mailboxFromUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): MailboxLens | undefined {
  const [segment, labelId = ''] = pathname.split('/').slice(1);
  if (segment === '' || segment === 'inbox') {
    return { kind: 'inbox', account: new URLSearchParams(search).get('account') || undefined };
  }
  if (segment === 'all') return { kind: 'all' };
  return segment === 'label' && isId.test(labelId) ? { kind: 'label', labelId } : undefined;
}
