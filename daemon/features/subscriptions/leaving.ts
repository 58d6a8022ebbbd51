import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import { shownOtherwise, type Actor, type ApplyParts } from '../../mail/apply.ts';
import { addressKey } from '../../mail/contact-changes.ts';
import { messagesByIds, type Message } from '../../mail/messages.ts';
import type { Unsubscribe as Method } from '../../mail/mime/unsubscribe.ts';
import type { Sending } from '../../mail/sending.ts';
import {
  endUnsubscribe,
  startUnsubscribe,
  unsubscribeFor,
  unsubscribeNow,
  type Unsubscribe,
} from '../../mail/unsubscribes.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Leaving } from './contract.ts';
import { canLeaveByMail, queueLeavingMail, type Mailto } from './leaving-mail.ts';
import { askOneClick } from './one-click.ts';

export type LeavingParts = {
  db: WriteDb;
  clock: Clock;
  fetch: OutgoingFetch;
  onActed: ApplyParts['onActed'];
  sending: Sending;
};

/** Mail whose lists are to be left, by internal id. `permitSend` refuses, by throwing, who may not send mail. */
export type LeavingWish = {
  accounts: readonly Account[];
  messages: readonly number[];
  actor: Actor;
  permitSend: () => void;
};

/** What came of it; `event` tells of it, and is absent where everything had been asked before. */
export type Left = { results: Leaving[]; event?: Completed };

type Completed = Extract<Announcement, { event: 'MutationCompleted' }>;

/**
 * `row` is to be asked at `target`, by the mail `send_id` or by one click; `leader` is asked for the list that this message
 * came by as well.
 */
type Step = { message: Message; leaving: Leaving; row?: number; target?: string; send_id?: string; leader?: Step };

/** Senders asked at the same time. */
const askedTogether = 6;

/** How long who asks is kept waiting for a mail to go, in milliseconds; it goes all the same. */
const sentWithin = 20_000;

/**
 * Leaves the lists that messages came by: asks their senders by one click or by a mail, and tells what of the rest the person
 * has to do. A row is kept of each before anybody is asked, and nobody is asked twice. Throws what `permitSend` throws, and
 * then nothing was done.
 */
export async function leaveLists(parts: LeavingParts, wish: LeavingWish): Promise<Left> {
  const { db, clock } = parts;
  const wanted = { ...wish, mutation_id: timeId(clock.now()), asked_at: instantOf(clock.now()) };
  // The newest of a list is asked for, and stands for those before it.
  const ordered = messagesByIds(db, wish.messages).toSorted((a, b) => b.sort_key - a.sort_key);
  const steps = db.transaction(() => beginAll(parts, ordered, wanted));
  const toAsk = steps.filter(({ row }) => row !== undefined);
  while (toAsk.length > 0) await Promise.all(toAsk.splice(0, askedTogether).map((step) => ask(parts, step)));
  for (const step of steps)
    if (step.leader) step.leaving = { ...step.leader.leaving, message_id: step.message.message_id, already: true };
  const results = steps.map(({ leaving }) => leaving);
  const isNew = results.some(({ already, status }) => !already && status !== 'no_method');
  return { results, ...(isNew && { event: completedEvent(wanted.mutation_id, steps) }) };
}

/** Tells clients what came of it. */
export function tellLeft(
  { onActed }: Pick<LeavingParts, 'onActed'>,
  [account]: readonly Account[],
  { event }: Left,
): void {
  if (event && account) onActed(shownOtherwise(account, [], [event]));
}

type Wanted = LeavingWish & { mutation_id: string; asked_at: string };

function beginAll(parts: LeavingParts, messages: readonly Message[], wanted: Wanted): Step[] {
  const leaders = new Map<string, Step>();
  return messages.map((message) => {
    const { account_id, from_email, list_id } = message;
    const list = JSON.stringify([account_id, addressKey(from_email), list_id]);
    const leader = leaders.get(list);
    if (leader && message.unsubscribe !== '"None"') return { message, leaving: leader.leaving, leader };
    const step = begin(parts, message, wanted);
    if (step.row !== undefined) leaders.set(list, step);
    return step;
  });
}

function begin(parts: LeavingParts, message: Message, wanted: Wanted): Step {
  const { db } = parts;
  const { accounts, actor, mutation_id, asked_at, permitSend } = wanted;
  const { id, message_id, account_id, list_id, received_at } = message;
  const way = wayOf(JSON.parse(message.unsubscribe) as Method);
  const account = accounts.find((each) => each.account_id === account_id);
  if (!way || !account)
    return {
      message,
      leaving: { message_id, method: 'none', status: 'no_method', already: false, reason: noWayWords },
    };
  const { method, target, mailto } = way;
  const leaving = { message_id, method, already: false };
  const of = { account: account.id, sender: addressKey(message.from_email), list_id };
  const byMail = mailto && canLeaveByMail(account, mailto);
  const before = unsubscribeFor(db, { ...of, id, received_at });
  // What was left to the person may be done by mail since.
  if (before && !(before.state === 'by_hand' && byMail))
    return { message, leaving: outcomeOf({ ...leaving, status: before.state, already: true }, before) };
  if (byMail) permitSend();
  const queued = byMail ? queueLeavingMail(parts, { account, message, mailto, actor }) : undefined;
  const send_id = queued && 'send_id' in queued ? queued.send_id : undefined;
  const state = method === 'one_click' || send_id !== undefined ? 'asking' : 'by_hand';
  const asked = { ...of, message: id, method, target, state, mutation_id, asked_at } as const;
  const row = startUnsubscribe(db, { ...asked, ...(send_id !== undefined && { send_id }) }, actor);
  if (state === 'asking')
    return {
      message,
      leaving: { ...leaving, status: 'asking' },
      row,
      target,
      ...(send_id !== undefined && { send_id }),
    };
  const reason = queued && 'reason' in queued ? { reason: queued.reason } : {};
  return { message, leaving: { ...leaving, status: 'by_hand', open_url: target, ...reason } };
}

async function ask(parts: LeavingParts, step: Step): Promise<void> {
  const { db, clock, fetch, sending } = parts;
  const { row, target, send_id } = step;
  if (row === undefined || target === undefined) return;
  if (send_id !== undefined) {
    await sending.outcome(send_id, sentWithin);
    const now = unsubscribeNow(db, row);
    if (now) step.leaving = outcomeOf(step.leaving, now);
    return;
  }
  const asked = await askOneClick(fetch, target);
  endUnsubscribe(db, row, { ...asked, ended_at: instantOf(clock.now()) });
  step.leaving = outcomeOf(step.leaving, { ...asked, target });
}

/** Where one click did not do, the same page opened by the person may. */
function outcomeOf(
  leaving: Leaving,
  { state, error, target }: { state: Unsubscribe['state']; error?: string | null; target: string },
): Leaving {
  if (state === 'done' || state === 'asking') return { ...leaving, status: state };
  return { ...leaving, status: state, open_url: target, ...(error && { reason: error }) };
}

const noWayWords = 'The message does not say how one leaves its list.';

function wayOf(method: Method): { method: Unsubscribe['method']; target: string; mailto?: Mailto } | undefined {
  if (method === 'None') return undefined;
  if ('OneClick' in method) return { method: 'one_click', target: method.OneClick.url };
  if ('Mailto' in method) {
    const { address, subject, body } = method.Mailto;
    const fields = Object.entries({ subject, body }).filter(([, value]) => value);
    const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
    const target = `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}${query && `?${query}`}`;
    return { method: 'mailto', target, mailto: method.Mailto };
  }
  return { method: 'link', target: 'HttpLink' in method ? method.HttpLink.url : method.BodyLink.url };
}

function completedEvent(mutation_id: string, steps: readonly Step[]): Completed {
  const count = (...wanted: Leaving['status'][]) =>
    steps.filter(({ leaving }) => wanted.includes(leaving.status)).length;
  const failed = count('failed');
  const skipped = count('by_hand', 'unknown', 'asking', 'no_method');
  return {
    event: 'MutationCompleted',
    mutation_id,
    kind: 'unsubscribe',
    message_ids: steps.map(({ message }) => message.message_id).slice(0, 100),
    thread_ids: [...new Set(steps.map(({ message }) => message.thread_id))].slice(0, 100),
    account_ids: [...new Set(steps.map(({ message }) => message.account_id))],
    ok: failed + skipped === 0,
    succeeded: count('done'),
    skipped,
    failed,
    undo: false,
  };
}
