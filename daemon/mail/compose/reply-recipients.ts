import type { Address } from '../../contract/fields.ts';

/** The fields of a message that determine the recipients of a reply. Missing fields are empty lists. */
export type ReplyHeaders = {
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  reply_to: readonly Address[];
  /** Mail-Reply-To and Mail-Followup-To: where the sender wants replies, and replies to all. */
  mail_reply_to: readonly Address[];
  mail_followup_to: readonly Address[];
  /** The posting address of the list that the message came through (RFC 2369, section 3.4). */
  list_post: Address | null;
  /** Whether the user sent the message. */
  isOwn: boolean;
};

type ReplyRecipients = { to: Address[]; cc: Address[] };

/**
 * The recipients of a reply (RFC 5322, section 3.6.2): the reply address of the sender, else the sender; with `all`
 * also all other recipients, and the list once. The user's own addresses are omitted unless there are no others: a
 * reply to the user's own message goes to the recipients of that message.
 */
export function replyRecipients(
  headers: ReplyHeaders,
  ownAddresses: ReadonlySet<string>,
  all: boolean,
): ReplyRecipients {
  const others = (addresses: readonly Address[]) =>
    addresses.filter(({ email }) => !ownAddresses.has(email.toLowerCase()));
  const preferred = headers.isOwn ? ownRecipients(headers, others) : replyTargets(headers, others, all);
  const to = unique(preferred.length > 0 ? preferred : [headers.from]);
  if (!all || (headers.mail_followup_to.length > 0 && !headers.isOwn)) return { to, cc: [] };
  const additional = headers.isOwn
    ? headers.cc
    : [...headers.to, ...headers.cc, ...(headers.list_post ? [headers.list_post] : [])];
  const named = new Set(to.map(({ email }) => email.toLowerCase()));
  return { to, cc: unique(others(additional)).filter(({ email }) => !named.has(email.toLowerCase())) };
}

type RecipientFilter = (addresses: readonly Address[]) => Address[];

function replyTargets(headers: ReplyHeaders, others: RecipientFilter, all: boolean): Address[] {
  const candidates = [
    all ? headers.mail_followup_to : [],
    headers.mail_reply_to,
    headers.reply_to,
    [headers.from],
    headers.to,
    headers.cc,
  ];
  return candidates.map(others).find((addresses) => addresses.length > 0) ?? [];
}

/** A reply to a note the user sent to themselves goes to the user again. */
function ownRecipients(headers: ReplyHeaders, others: RecipientFilter): Address[] {
  return [others(headers.to), others(headers.cc), [...headers.to]].find((addresses) => addresses.length > 0) ?? [];
}

/** Addresses without duplicates, in order of their first occurrence. */
function unique(addresses: readonly Address[]): Address[] {
  const byEmail = new Map<string, Address>();
  for (const address of addresses) {
    const key = address.email.toLowerCase();
    const known = byEmail.get(key);
    if (!known || (!known.name && address.name)) byEmail.set(key, address);
  }
  return [...byEmail.values()].filter(({ email }) => email !== '');
}
