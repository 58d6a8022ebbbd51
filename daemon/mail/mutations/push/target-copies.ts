import type { Arrival, Operation as Request, Provider } from '../../../providers/provider.ts';
import { ProviderError } from '../../../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { findByContent, recognizeArrival } from '../../ingest/recognition.ts';
import type { LabelMap } from '../../labels/labels.ts';
import { highestStoredUid } from '../../messages/placements.ts';
import { withoutFlags } from '../plan/flag-sets.ts';
import type { Step } from '../plan/plan.ts';
import type { PushTask } from './push-task.ts';

/** A step that is to be sent. */
export type StepRequest = { task: PushTask; step: Step; request: Request };

type CopySearch = { db: ReadDb; account: Account; provider: Provider; labels: LabelMap };

/**
 * The copies of messages at the targets of their copies and moves that no sync pass has reported yet: another client put them
 * there meanwhile. Nothing on a server whose folders are labels, where a message is in each of them once.
 */
export async function findTargetCopies(
  search: CopySearch,
  requests: readonly StepRequest[],
  signal: AbortSignal,
): Promise<Map<PushTask, Arrival>> {
  const { labels } = search;
  const found = new Map<PushTask, Arrival>();
  if (labels.serverAllMail !== undefined) return found;
  const moves = requests.filter(({ step }) => step.do === 'move' || step.do === 'copy');
  for (const [to, each] of Map.groupBy(moves, ({ step }) => ('to' in step ? step.to : 0))) {
    const tasks = each.map(({ task }) => task);
    const copies = await copiesIn(search, { to, tasks }, signal);
    for (const task of tasks) {
      const copy = copies.get(task.message);
      if (copy) found.set(task, copy);
    }
  }
  return found;
}

/** The copies of the messages of `tasks` that came to a folder since the last sync, by internal message id. */
async function copiesIn(
  { db, account, provider, labels }: CopySearch,
  { to, tasks }: { to: number; tasks: readonly PushTask[] },
  signal: AbortSignal,
): Promise<Map<number, Arrival>> {
  const folder = labels.byId.get(to)?.provider_id;
  if (folder === undefined) return new Map();
  const arrivals = await provider.newArrivals(folder, highestStoredUid(db, to), signal).catch((thrown: unknown) => {
    // The request itself then reports what is wrong with the folder.
    if (thrown instanceof ProviderError && thrown.reason === 'refused') return [];
    throw thrown;
  });
  const byMessage = new Map<number, Arrival>();
  const unrecognized: Arrival[] = [];
  for (const arrival of arrivals) {
    const message = recognizeArrival(db, account, arrival, to);
    if (message === undefined) unrecognized.push(arrival);
    else byMessage.set(message, arrival);
  }
  const resembles = unrecognized.length > 0 ? resemblanceTo(db, tasks) : () => false;
  const alike = unrecognized.filter(resembles);
  if (alike.length === 0) return byMessage;
  // Only the content tells whether these are the same messages.
  for await (const source of provider.sources(alike, signal)) {
    const arrival = alike.find(({ uid }) => uid === source.uid);
    const message = source.bytes && findByContent(db, account, source);
    if (arrival && message !== undefined) byMessage.set(message, arrival);
  }
  return byMessage;
}

/** Whether an arrival may be a copy of one of these messages: by its Message-ID, or without one by its size. */
function resemblanceTo(db: ReadDb, tasks: readonly PushTask[]): (arrival: Arrival) => boolean {
  const keyOf = (header_id: string, size: number) => header_id.toLowerCase() || size;
  const messages = jsonList(tasks.map(({ message }) => message));
  const keys = new Set(
    db
      .all<{ header_id: string | null; size: number }>(
        sql`SELECT header_id, size FROM messages WHERE id IN (SELECT value FROM json_each(${messages}))`,
      )
      .map(({ header_id, size }) => keyOf(header_id ?? '', size)),
  );
  return ({ header_id, size }) => header_id !== undefined && keys.has(keyOf(header_id, size));
}

/** What is sent instead where the target holds the message already: a copy is not made, and a moved message is removed. */
export function requestsBesideCopies(
  requests: readonly StepRequest[],
  copies: ReadonlyMap<PushTask, Arrival>,
): { flags: Request[]; done: StepRequest[]; toSend: StepRequest[] } {
  const flags: Request[] = [];
  const done: StepRequest[] = [];
  const toSend: StepRequest[] = [];
  for (const each of requests) {
    const { task, step, request } = each;
    const copy = copies.get(task);
    if (!copy || (step.do !== 'copy' && step.do !== 'move')) {
      toSend.push(each);
      continue;
    }
    const add = withoutFlags(task.tracker.current(step.slot)?.flags.split(' ').filter(Boolean) ?? [], copy.flags);
    if (add.length > 0) flags.push({ do: 'flags', ref: refOf(copy), add, remove: [] });
    if (step.do === 'copy') done.push(each);
    else toSend.push({ ...each, request: { do: 'expunge', ref: request.ref } });
  }
  return { flags, done, toSend };
}

export function refOf({ folder, uidvalidity, uid }: Arrival) {
  return { folder, uidvalidity, uid };
}
