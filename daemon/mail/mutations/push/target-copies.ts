import type { Arrival, Operation as Request, Provider } from '../../../providers/provider.ts';
import { ProviderError } from '../../../providers/provider.ts';
import { sql, type ReadDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { expectedMessageId } from '../../ingest/expected-id.ts';
import { messageIdOf } from '../../ingest/identity.ts';
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
      const copy = copies.get(task.operation.message_id ?? '');
      if (copy) found.set(task, copy);
    }
  }
  return found;
}

/** The messages that came to a folder since the last sync, by the id under which they are or will be stored. */
async function copiesIn(
  { db, account, provider, labels }: CopySearch,
  { to, tasks }: { to: number; tasks: readonly PushTask[] },
  signal: AbortSignal,
): Promise<Map<string, Arrival>> {
  const folder = labels.byId.get(to)?.provider_id;
  if (folder === undefined) return new Map();
  const arrivals = await provider.newArrivals(folder, highestStoredUid(db, to), signal).catch((thrown: unknown) => {
    // The request itself then reports what is wrong with the folder.
    if (thrown instanceof ProviderError && thrown.reason === 'refused') return [];
    throw thrown;
  });
  const byId = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const message_id = expectedMessageId(account.account_id, arrival);
    if (message_id !== undefined) byId.set(message_id, arrival);
  }
  const unnamed = arrivals.filter(({ header_id }) => header_id === '');
  const sizes = unnamed.length > 0 ? sizesWithoutMessageId(db, tasks) : new Set<number>();
  const alike = unnamed.filter(({ size }) => sizes.has(size));
  if (alike.length === 0) return byId;
  // Only the content identifies a message without a Message-ID.
  for await (const source of provider.sources(alike, signal)) {
    const arrival = alike.find(({ uid }) => uid === source.uid);
    if (!arrival || source.bytes === undefined || source.missingRanges?.length) continue;
    byId.set(idByContent(account, source.bytes), arrival);
  }
  return byId;
}

function sizesWithoutMessageId(db: ReadDb, tasks: readonly PushTask[]): Set<number> {
  const sizes = tasks.map(
    ({ message }) =>
      db.get<{ size: number }>(sql`SELECT size FROM messages WHERE id = ${message} AND coalesce(header_id, '') = ''`)
        ?.size,
  );
  return new Set(sizes.filter((size) => size !== undefined));
}

function idByContent({ account_id }: Account, bytes: Uint8Array): string {
  const parsed = { header_id: null, from: { name: '', email: '' }, date: null, subject: '' };
  return messageIdOf(account_id, { parsed, size: bytes.length, bytes });
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
