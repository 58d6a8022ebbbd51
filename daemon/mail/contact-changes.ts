import type { Address } from '../contract/fields.ts';
import { flagBits } from './flags.ts';
import type { Recipients } from './messages.ts';

/** A message as far as contacts follow from it. */
export type ContactMail = {
  direction: 'inbound' | 'outbound';
  flags: number;
  sort_key: number;
  from: Address;
  /** To, Cc and Bcc. */
  recipients: readonly Address[];
  isMailing: boolean;
};

/** The columns of a message that contacts follow from. */
export type ContactRow = Pick<ContactMail, 'direction' | 'flags' | 'sort_key'> & {
  account: number;
  from_name: string | null;
  from_email: string;
  recipients: string;
  unsubscribe: string;
};

export function contactMail({ from_name, from_email, recipients, unsubscribe, ...mail }: ContactRow): ContactMail {
  const from = { name: from_name, email: from_email };
  return { ...mail, from, recipients: writtenTo(recipients), isMailing: unsubscribe !== '"None"' };
}

/** What is counted of somebody. The instants are sort keys of messages; 0 for none. */
export type Counted = {
  /** As they call themselves, and as the owner calls them, in the newest message each that says so. */
  name: string | null;
  named_at: number;
  called: string | null;
  called_at: number;
  received: number;
  /** How many of those received came by a list that one can leave. */
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** By address, as it is compared. */
export type Changes = Map<string, Change>;

/** What messages that came and went change about somebody. */
export type Change = Counted & {
  hasLostReceived: boolean;
  /** Sort keys of sent mail that is gone. */
  lostSent: number[];
};

/** Notes that a message came, or that one went. A draft has been written to nobody yet. */
export function note(changes: Changes, mail: ContactMail, by: 1 | -1): void {
  if (mail.flags & flagBits.DRAFT) return;
  if (mail.direction === 'inbound') return noteSender(changes, mail, by);
  for (const recipient of namedOnce(mail.recipients)) noteRecipient(changes, recipient, mail.sort_key, by);
}

/** Each address once, with the first name it is given. */
function namedOnce(recipients: readonly Address[]): Iterable<Address> {
  const once = new Map<string, Address>();
  for (const recipient of recipients) {
    const key = addressKey(recipient.email);
    if (!once.get(key)?.name) once.set(key, recipient);
  }
  return once.values();
}

function noteSender(changes: Changes, { from, sort_key, isMailing }: ContactMail, by: 1 | -1): void {
  const change = changeOf(changes, from);
  if (!change) return;
  change.received += by;
  if (isMailing) change.mailings += by;
  if (by < 0) return void (change.hasLostReceived = true);
  change.last_received = Math.max(change.last_received, sort_key);
  if (from.name && sort_key > change.named_at) Object.assign(change, { name: from.name, named_at: sort_key });
}

function noteRecipient(changes: Changes, recipient: Address, sort_key: number, by: 1 | -1): void {
  const change = changeOf(changes, recipient);
  if (!change) return;
  change.sent += by;
  if (by < 0) return void change.lostSent.push(sort_key);
  change.last_sent = Math.max(change.last_sent, sort_key);
  if (recipient.name && sort_key > change.called_at)
    Object.assign(change, { called: recipient.name, called_at: sort_key });
}

/** Somebody nobody has heard of. */
export const nothing: Counted = {
  name: null,
  named_at: 0,
  called: null,
  called_at: 0,
  received: 0,
  mailings: 0,
  sent: 0,
  last_received: 0,
  last_sent: 0,
};

function changeOf(changes: Changes, { email }: Address): Change | undefined {
  const key = addressKey(email);
  if (!key.includes('@') || key.length > 320) return undefined;
  const change: Change = changes.get(key) ?? { ...nothing, hasLostReceived: false, lostSent: [] };
  changes.set(key, change);
  return change;
}

/** Addresses as they are compared: SQLite's NOCASE knows no more letters than these. */
export function addressKey(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Everybody a message went to, from the recipients as they are stored. */
function writtenTo(recipients: string): Address[] {
  const { to = [], cc = [], bcc = [] } = JSON.parse(recipients) as Partial<Recipients>;
  return [...to, ...cc, ...bcc];
}
