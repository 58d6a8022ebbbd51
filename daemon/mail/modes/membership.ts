import type { MailKind } from '../classification/mail-kind.ts';
import { flagBits } from '../messages/flags.ts';
import type { Address } from '../../contract/fields.ts';
import type { Recipients } from '../messages/messages.ts';
import type { Decision } from '../screener/decision.ts';
import { explainScreening } from '../screener/explanation.ts';
import { isHeldBack } from '../screener/screening.ts';
import { whyOf } from '../todos/record.ts';
import type { Todo } from '../todos/todo.ts';
import type { Conversation, ConversationMessage } from './conversations.ts';
import type { Mode } from './modes.ts';

/**
 * Where a conversation with people stands: `owed` waits for the user's reply, `people_new` is a first contact, `waiting` waits for
 * theirs, `quiet` for none.
 */
export type Standing = 'owed' | 'people_new' | 'waiting' | 'quiet';

/** A mode that holds a conversation, and why, in a sentence. */
type Membership = { mode: Mode; reason: string };

/**
 * The modes that hold a conversation, without those in which it is done. Only what is done is stored, so that the rest is always up
 * to date.
 */
export function membershipsOf(conversation: Conversation): readonly Membership[] {
  const known = memberships.get(conversation);
  if (known) return known;
  const found = allMembershipsOf(conversation).filter(({ mode }) => !conversation.doneIn.some((done) => done === mode));
  memberships.set(conversation, found);
  return found;
}

/** Now and the rail ask several times for each conversation, which never changes once it is read. */
const memberships = new WeakMap<Conversation, readonly Membership[]>();

/** The modes that hold a conversation or would hold it if it were not done there. */
export function allMembershipsOf(conversation: Conversation): Membership[] {
  if (isHeldBack(conversation.screening)) return [];
  const { todos } = conversation;
  return [...ownMemberships(conversation), ...(todos[0] ? [{ mode: 'todo' as const, reason: todoReason(todos) }] : [])];
}

function todoReason(todos: readonly Todo[]): string {
  const [first, ...others] = todos;
  if (!first) return '';
  const why = whyOf(first);
  return others.length === 0 ? why : `${why} ${moreTodos(others.length)}`;
}

function moreTodos(count: number): string {
  return count === 1 ? 'And one more to-do.' : `And ${count} more to-dos.`;
}

function ownMemberships(conversation: Conversation): Membership[] {
  const standing = standingOf(conversation);
  if (standing) return [{ mode: 'messages', reason: standingReasons[standing](counterpartOf(conversation).shown) }];
  const decided = decisionOf(conversation);
  const chosen = decided && conversation.isInInbox ? modeOfDecision[decided.disposition] : undefined;
  if (decided && chosen)
    return [{ mode: chosen, reason: explainScreening(decided, counterpartOf(conversation).shown) }];
  const kind = conversation.kind?.kind;
  if (!kind) return [];
  if (!conversation.isInInbox)
    return isFiledRecord(conversation, kind) ? [{ mode: 'archive', reason: filedReason }] : [];
  const mode = modeOfKind[kind];
  return mode ? [{ mode, reason: kindReasons[mode](counterpartOf(conversation).shown) }] : [];
}

const standingReasons: Record<Standing, (name: string) => string> = {
  owed: (name) => `${name} wrote last, and you haven’t replied.`,
  people_new: (name) => `${name} wrote to you for the first time.`,
  waiting: (name) => `You wrote last, and ${name} hasn’t replied.`,
  quiet: (name) => `This is a conversation with ${name}.`,
};

const modeOfDecision: Partial<Record<Decision['disposition'], 'updates' | 'reading'>> = {
  feed: 'reading',
  paper_trail: 'updates',
};

/** The decision of the user that applies to a conversation. */
function decisionOf({ screening }: Conversation): Decision | undefined {
  return screening === 'waiting' ? undefined : screening;
}

const modeOfKind: Partial<Record<MailKind, 'updates' | 'reading'>> = {
  notification: 'updates',
  transaction: 'updates',
  newsletter: 'reading',
  list: 'reading',
  bulk: 'reading',
};

const kindReasons = {
  updates: (name: string) => `${name} sends notifications and receipts.`,
  reading: (name: string) => `${name} sends mail to read.`,
};

const filedReason = 'This is about an order, a payment or a booking, and you archived it.';

/** Undefined if it is no conversation with people. What left the inbox stays one only while the user waits for a reply. */
export function standingOf(conversation: Conversation): Standing | undefined {
  const known = standings.get(conversation);
  if (known !== undefined) return known ?? undefined;
  const found = findStanding(conversation);
  standings.set(conversation, found ?? null);
  return found;
}

const standings = new WeakMap<Conversation, Standing | null>();

function findStanding(conversation: Conversation): Standing | undefined {
  const { messages, newest, kind, isInInbox, newestReceived, screening } = conversation;
  const decided = decisionOf(conversation)?.disposition;
  if (isHeldBack(screening) || (decided !== undefined && modeOfDecision[decided])) return undefined;
  const hasWritten = messages.some(({ direction }) => direction === 'outbound');
  const isLetIn = decided === 'allow' || kind?.kind === 'person';
  const isPersonal = newestReceived === undefined ? hasWritten : isLetIn;
  if (!isPersonal) return undefined;
  if (newest.direction === 'outbound') return hasRecipients(newest) ? 'waiting' : undefined;
  if (!isInInbox) return undefined;
  if (newest.flags & flagBits.ANSWERED) return 'quiet';
  return hasWritten || (kind?.sent ?? 0) > 0 ? 'owed' : 'people_new';
}

function hasRecipients({ recipients }: ConversationMessage): boolean {
  return recipientsIn(recipients).length > 0;
}

function recipientsIn(recipients: string): Address[] {
  const { to = [], cc = [] } = JSON.parse(recipients) as Partial<Recipients>;
  return [...to, ...cc];
}

/** The other side of a conversation, and how a sentence names it. */
export function counterpartOf({ newestReceived, newest }: Conversation): Address & { shown: string } {
  const other = newestReceived
    ? { name: newestReceived.from_name, email: newestReceived.from_email }
    : (recipientsIn(newest.recipients)[0] ?? { name: null, email: '' });
  return { ...other, shown: other.name || other.email || 'Someone' };
}

function isFiledRecord({ newest }: Conversation, kind: MailKind): boolean {
  return kind === 'transaction' && (newest.flags & flagBits.ARCHIVED) !== 0;
}
