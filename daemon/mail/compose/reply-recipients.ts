import type { Address } from '../../contract/fields.ts';

/** What of a message decides who is answered. Addresses of the fields that it lacks are empty lists. */
export type ReplyHeaders = {
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  reply_to: readonly Address[];
  /** Mail-Reply-To and Mail-Followup-To: where its sender wants answers, and answers to all. */
  mail_reply_to: readonly Address[];
  mail_followup_to: readonly Address[];
  /** Where one writes to the list that it came by (RFC 2369, section 3.4). */
  list_post: Address | null;
  /** Whether the owner wrote it. */
  isOwn: boolean;
};

export type ReplyRecipients = { to: Address[]; cc: Address[] };

/**
 * Who is answered (RFC 5322, section 3.6.2): where the sender asked for answers, else the sender; with `all` everybody
 * it went to besides, and the list once. The owner's addresses are left out, unless nobody else is there: who answers a
 * message of their own goes on writing to those it went to.
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

/** A note to oneself is answered to oneself. */
function ownRecipients(headers: ReplyHeaders, others: RecipientFilter): Address[] {
  return [others(headers.to), others(headers.cc), [...headers.to]].find((addresses) => addresses.length > 0) ?? [];
}

/** Each address once, as it is named first. */
function unique(addresses: readonly Address[]): Address[] {
  const byEmail = new Map<string, Address>();
  for (const address of addresses) {
    const key = address.email.toLowerCase();
    const known = byEmail.get(key);
    if (!known || (!known.name && address.name)) byEmail.set(key, address);
  }
  return [...byEmail.values()].filter(({ email }) => email !== '');
}
