import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { displayChange, type Actor, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { addressKey } from '../../mail/contacts/changes.ts';
import { messagesByIds, type Message } from '../../mail/messages/messages.ts';
import type { ListUnsubscribe as Method } from '../../mail/mime/headers/unsubscribe.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import {
  endUnsubscribe,
  startUnsubscribe,
  unsubscribeFor,
  unsubscribeById,
  type Unsubscribe,
} from '../../mail/subscriptions/unsubscribes.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { WriteDb } from '../../store/db.ts';
import type { UnsubscribeOutcome } from './contract.ts';
import { canUnsubscribeByMail, queueUnsubscribeMail, type Mailto } from './unsubscribe-mail.ts';
import { requestOneClick } from './one-click.ts';

export type UnsubscribeDeps = {
  db: WriteDb;
  clock: Clock;
  fetch: OutgoingFetch;
  onMutationResult: ApplyDeps['onMutationResult'];
  sending: SendingService;
};

/** Mail whose lists to leave, by internal id. `permitSend` throws if the caller may not send mail. */
type UnsubscribeRequest = {
  accounts: readonly Account[];
  messages: readonly number[];
  actor: Actor;
  permitSend: () => void;
};

/** The results; `event` announces them, and is absent if everything had been requested before. */
type UnsubscribeResult = { results: UnsubscribeOutcome[]; event?: CompletedEvent };

type CompletedEvent = Extract<Announcement, { event: 'MutationCompleted' }>;

/**
 * `row` is to be unsubscribed at `target`, by the mail `send_id` or by one click; the request for `leader` also covers the
 * list of this message.
 */
type Step = {
  message: Message;
  outcome: UnsubscribeOutcome;
  row?: number;
  target?: string;
  send_id?: string;
  leader?: Step;
};

/** The number of concurrent requests. */
const maxParallelRequests = 6;

/** How long the caller waits for a mail to be sent, in milliseconds; it is sent in any case. */
const sendTimeoutMs = 20_000;

/**
 * Leaves the lists of messages: sends one-click requests or mails, and returns manual steps for the rest. A row is stored
 * before each request, and no request is repeated. Throws what `permitSend` throws, and then nothing was done.
 */
export async function unsubscribeAll(deps: UnsubscribeDeps, request: UnsubscribeRequest): Promise<UnsubscribeResult> {
  const { db, clock } = deps;
  const run = { ...request, mutation_id: timeId(clock.now()), asked_at: instantOf(clock.now()) };
  // The newest message of a list is used, and stands for the earlier ones.
  const ordered = messagesByIds(db, request.messages).toSorted((a, b) => b.sort_key - a.sort_key);
  const steps = db.transaction(() => planSteps(deps, ordered, run));
  const pending = steps.filter(({ row }) => row !== undefined);
  while (pending.length > 0)
    await Promise.all(pending.splice(0, maxParallelRequests).map((step) => runStep(deps, step)));
  for (const step of steps)
    if (step.leader) step.outcome = { ...step.leader.outcome, message_id: step.message.message_id, already: true };
  const results = steps.map(({ outcome }) => outcome);
  const isNew = results.some(({ already, status }) => !already && status !== 'no_method');
  return { results, ...(isNew && { event: completedEvent(run, steps) }) };
}

/** Announces the results to clients. */
export function announceUnsubscribed(
  { onMutationResult }: Pick<UnsubscribeDeps, 'onMutationResult'>,
  [account]: readonly Account[],
  { event }: UnsubscribeResult,
): void {
  if (event && account) onMutationResult(displayChange(account, [], [event]));
}

type UnsubscribeRun = UnsubscribeRequest & { mutation_id: string; asked_at: string };

function planSteps(deps: UnsubscribeDeps, messages: readonly Message[], run: UnsubscribeRun): Step[] {
  const leaders = new Map<string, Step>();
  return messages.map((message) => {
    const { account_id, from_email, list_id } = message;
    const list = JSON.stringify([account_id, addressKey(from_email), list_id]);
    const leader = leaders.get(list);
    if (leader && message.unsubscribe !== '"None"') return { message, outcome: leader.outcome, leader };
    const step = planStep(deps, message, run);
    if (step.row !== undefined) leaders.set(list, step);
    return step;
  });
}

function planStep(deps: UnsubscribeDeps, message: Message, run: UnsubscribeRun): Step {
  const { db } = deps;
  const { accounts, actor, mutation_id, asked_at, permitSend } = run;
  const { id, message_id, account_id, list_id, received_at } = message;
  const details = methodDetails(JSON.parse(message.unsubscribe) as Method);
  const account = accounts.find((each) => each.account_id === account_id);
  if (!details || !account)
    return {
      message,
      outcome: { message_id, method: 'none', status: 'no_method', already: false, reason: noMethodText },
    };
  const { method, target, mailto } = details;
  const outcome = { message_id, method, already: false };
  const subscription = { account: account.id, sender: addressKey(message.from_email), list_id };
  const byMail = mailto && canUnsubscribeByMail(account, mailto);
  const before = unsubscribeFor(db, { ...subscription, id, received_at });
  // A list that needed manual steps may now allow a mail.
  if (before && !(before.state === 'by_hand' && byMail))
    return { message, outcome: outcomeOf({ ...outcome, status: before.state, already: true }, before) };
  if (byMail) permitSend();
  const queued = byMail ? queueUnsubscribeMail(deps, { account, message, mailto, actor }) : undefined;
  const send_id = queued && 'send_id' in queued ? queued.send_id : undefined;
  const state = method === 'one_click' || send_id !== undefined ? 'asking' : 'by_hand';
  const request = { ...subscription, message: id, method, target, state, mutation_id, asked_at } as const;
  const row = startUnsubscribe(db, { ...request, ...(send_id !== undefined && { send_id }) }, actor);
  if (state === 'asking')
    return {
      message,
      outcome: { ...outcome, status: 'asking' },
      row,
      target,
      ...(send_id !== undefined && { send_id }),
    };
  const reason = queued && 'reason' in queued ? { reason: queued.reason } : {};
  return { message, outcome: { ...outcome, status: 'by_hand', open_url: target, ...reason } };
}

async function runStep(deps: UnsubscribeDeps, step: Step): Promise<void> {
  const { db, clock, fetch, sending } = deps;
  const { row, target, send_id } = step;
  if (row === undefined || target === undefined) return;
  if (send_id !== undefined) {
    await sending.waitForOutcome(send_id, sendTimeoutMs);
    const now = unsubscribeById(db, row);
    if (now) step.outcome = outcomeOf(step.outcome, now);
    return;
  }
  const result = await requestOneClick(fetch, target);
  endUnsubscribe(db, row, { ...result, ended_at: instantOf(clock.now()) });
  step.outcome = outcomeOf(step.outcome, { ...result, target });
}

/** If one click failed, the user may succeed with the same page. */
function outcomeOf(
  outcome: UnsubscribeOutcome,
  { state, error, target }: { state: Unsubscribe['state']; error?: string | null; target: string },
): UnsubscribeOutcome {
  if (state === 'done' || state === 'asking') return { ...outcome, status: state };
  return { ...outcome, status: state, open_url: target, ...(error && { reason: error }) };
}

const noMethodText = 'This message doesn’t say how to unsubscribe from its list.';

function methodDetails(method: Method): { method: Unsubscribe['method']; target: string; mailto?: Mailto } | undefined {
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

function completedEvent(
  { mutation_id, actor }: Pick<UnsubscribeRun, 'mutation_id' | 'actor'>,
  steps: readonly Step[],
): CompletedEvent {
  const count = (...statuses: UnsubscribeOutcome['status'][]) =>
    steps.filter(({ outcome }) => statuses.includes(outcome.status)).length;
  const failed = count('failed');
  const skipped = count('by_hand', 'unknown', 'asking', 'no_method');
  return {
    event: 'MutationCompleted',
    actor,
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
