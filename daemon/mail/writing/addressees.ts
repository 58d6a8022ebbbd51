import type { Address } from '../../contract/fields.ts';

/** What of a message decides who is answered. Addresses of the fields that it lacks are empty lists. */
export type Addressed = {
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

export type Addressees = { to: Address[]; cc: Address[] };

/**
 * Who is answered (RFC 5322, section 3.6.2): where the sender asked for answers, else the sender; with `all` everybody
 * it went to besides, and the list once. The owner's addresses are left out, unless nobody else is there: who answers a
 * message of their own goes on writing to those it went to.
 */
export function addressees(mail: Addressed, own: ReadonlySet<string>, all: boolean): Addressees {
  const others = (addresses: readonly Address[]) => addresses.filter(({ email }) => !own.has(email.toLowerCase()));
  const first = mail.isOwn ? ownRecipients(mail, others) : answered(mail, others, all);
  const to = unique(first.length > 0 ? first : [mail.from]);
  if (!all || (mail.mail_followup_to.length > 0 && !mail.isOwn)) return { to, cc: [] };
  const besides = mail.isOwn ? mail.cc : [...mail.to, ...mail.cc, ...(mail.list_post ? [mail.list_post] : [])];
  const named = new Set(to.map(({ email }) => email.toLowerCase()));
  return { to, cc: unique(others(besides)).filter(({ email }) => !named.has(email.toLowerCase())) };
}

type Others = (addresses: readonly Address[]) => Address[];

function answered(mail: Addressed, others: Others, all: boolean): Address[] {
  const wishes = [all ? mail.mail_followup_to : [], mail.mail_reply_to, mail.reply_to, [mail.from], mail.to, mail.cc];
  return wishes.map(others).find((wish) => wish.length > 0) ?? [];
}

/** A note to oneself is answered to oneself. */
function ownRecipients(mail: Addressed, others: Others): Address[] {
  return [others(mail.to), others(mail.cc), [...mail.to]].find((wish) => wish.length > 0) ?? [];
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
