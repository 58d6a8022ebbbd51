import type { Address } from '../../contract/fields.ts';
import { flagBits } from '../messages/flags.ts';
import type { Recipients } from '../messages/messages.ts';

/** The fields of a message from which contacts are derived. */
export type ContactMessage = {
  direction: 'inbound' | 'outbound';
  flags: number;
  sort_key: number;
  from: Address;
  /** To, Cc and Bcc. */
  recipients: readonly Address[];
  isMailing: boolean;
};

/** The columns of a message from which contacts are derived. */
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

/** The counters of a contact. The times are sort keys of messages; 0 for none. */
export type ContactStats = {
  /**
   * The contact's name as the contact writes it, and as the user writes it, each from the newest message that has it.
   */
  name: string | null;
  name_at: number;
  name_by_owner: string | null;
  name_by_owner_at: number;
  received: number;
  /** The number of received messages from a list with an unsubscribe option. */
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** By normalized address. */
export type ContactChanges = Map<string, ContactChange>;

/** The changes to a contact from added and removed messages. */
export type ContactChange = ContactStats & {
  hasRemovedReceived: boolean;
  /** Sort keys of sent messages that were removed. */
  removedSent: number[];
};

/** Counts an added or a removed message. A draft has no recipients yet. */
export function countMessage(changes: ContactChanges, mail: ContactMessage, delta: 1 | -1): void {
  if (mail.flags & flagBits.DRAFT) return;
  if (mail.direction === 'inbound') return countSender(changes, mail, delta);
  for (const recipient of uniqueRecipients(mail.recipients)) countRecipient(changes, recipient, mail.sort_key, delta);
}

/** Addresses without duplicates, each with its first name. */
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

/** The counters of an unknown contact. */
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

/** Normalizes an address for comparison: like SQLite's NOCASE, only ASCII letters are folded. */
export function addressKey(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** All recipients of a message, from its stored recipients. */
function allRecipients(recipients: string): Address[] {
  const { to = [], cc = [], bcc = [] } = JSON.parse(recipients) as Partial<Recipients>;
  return [...to, ...cc, ...bcc];
}
