import type { Address } from '../../contract/fields.ts';
import { flagBits } from '../messages/flags.ts';
import type { Recipients } from '../messages/messages.ts';

/** A message as far as contacts follow from it. */
export type ContactMessage = {
  direction: 'inbound' | 'outbound';
  flags: number;
  sort_key: number;
  from: Address;
  /** To, Cc and Bcc. */
  recipients: readonly Address[];
  isMailing: boolean;
};

/** The columns of a message that contacts follow from. */
export type ContactRow = Pick<ContactMessage, 'direction' | 'flags' | 'sort_key'> & {
  account: number;
  from_name: string | null;
  from_email: string;
  recipients: string;
  unsubscribe: string;
};

export function contactMessageOf({
  from_name,
  from_email,
  recipients,
  unsubscribe,
  ...mail
}: ContactRow): ContactMessage {
  const from = { name: from_name, email: from_email };
  return { ...mail, from, recipients: allRecipients(recipients), isMailing: unsubscribe !== '"None"' };
}

/** What is counted of somebody. The instants are sort keys of messages; 0 for none. */
export type ContactStats = {
  /** As they call themselves, and as the owner calls them, in the newest message each that says so. */
  name: string | null;
  name_at: number;
  name_by_owner: string | null;
  name_by_owner_at: number;
  received: number;
  /** How many of those received came by a list that one can leave. */
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** By address, as it is compared. */
export type ContactChanges = Map<string, ContactChange>;

/** What messages that came and went change about somebody. */
export type ContactChange = ContactStats & {
  hasRemovedReceived: boolean;
  /** Sort keys of sent mail that is gone. */
  removedSent: number[];
};

/** Notes that a message came, or that one went. A draft has been written to nobody yet. */
export function countMessage(changes: ContactChanges, mail: ContactMessage, delta: 1 | -1): void {
  if (mail.flags & flagBits.DRAFT) return;
  if (mail.direction === 'inbound') return countSender(changes, mail, delta);
  for (const recipient of uniqueRecipients(mail.recipients)) countRecipient(changes, recipient, mail.sort_key, delta);
}

/** Each address once, with the first name it is given. */
function uniqueRecipients(recipients: readonly Address[]): Iterable<Address> {
  const byAddress = new Map<string, Address>();
  for (const recipient of recipients) {
    const key = addressKey(recipient.email);
    if (!byAddress.get(key)?.name) byAddress.set(key, recipient);
  }
  return byAddress.values();
}

function countSender(changes: ContactChanges, { from, sort_key, isMailing }: ContactMessage, delta: 1 | -1): void {
  const change = changeOf(changes, from);
  if (!change) return;
  change.received += delta;
  if (isMailing) change.mailings += delta;
  if (delta < 0) return void (change.hasRemovedReceived = true);
  change.last_received = Math.max(change.last_received, sort_key);
  if (from.name && sort_key > change.name_at) Object.assign(change, { name: from.name, name_at: sort_key });
}

function countRecipient(changes: ContactChanges, recipient: Address, sort_key: number, delta: 1 | -1): void {
  const change = changeOf(changes, recipient);
  if (!change) return;
  change.sent += delta;
  if (delta < 0) return void change.removedSent.push(sort_key);
  change.last_sent = Math.max(change.last_sent, sort_key);
  if (recipient.name && sort_key > change.name_by_owner_at)
    Object.assign(change, { name_by_owner: recipient.name, name_by_owner_at: sort_key });
}

/** Somebody nobody has heard of. */
export const emptyStats: ContactStats = {
  name: null,
  name_at: 0,
  name_by_owner: null,
  name_by_owner_at: 0,
  received: 0,
  mailings: 0,
  sent: 0,
  last_received: 0,
  last_sent: 0,
};

function changeOf(changes: ContactChanges, { email }: Address): ContactChange | undefined {
  const key = addressKey(email);
  if (!key.includes('@') || key.length > 320) return undefined;
  const change: ContactChange = changes.get(key) ?? { ...emptyStats, hasRemovedReceived: false, removedSent: [] };
  changes.set(key, change);
  return change;
}

/** Addresses as they are compared: SQLite's NOCASE knows no more letters than these. */
export function addressKey(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Everybody a message went to, from the recipients as they are stored. */
function allRecipients(recipients: string): Address[] {
  const { to = [], cc = [], bcc = [] } = JSON.parse(recipients) as Partial<Recipients>;
  return [...to, ...cc, ...bcc];
}
