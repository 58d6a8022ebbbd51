import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { ProviderError, type Operation as Request, type Outcome, type Provider } from '../../providers/provider.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { noteAhead } from '../ahead.ts';
import type { Acted } from '../apply.ts';
import { labelMap, type LabelMap } from '../labels.ts';
import { readChanges } from './change.ts';
import { closeCompleted } from './completion.ts';
import { pushEdit } from './folder-push.ts';
import { latestPass, queueOf, saveOperation, saveStates, type Operation } from './journal.ts';
import { placeBook, type PlaceBook } from './landing.ts';
import { goneWords, refreshShown } from './settle.ts';
import { labelRules, serverPlaces } from './shown.ts';
import { plan, type Step } from './steps.ts';

export type PushParts = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  onActed: (acted: Acted) => void;
};

/**
 * How a push ended: `idle` where nothing waits; `more` where something does; `unsure` where only a sync pass can tell what
 * the server has done.
 */
export type Pushed = 'idle' | 'more' | 'unsure';

/** Operations that go out together, at the most. */
const mostTogether = 200;
/** An operation its server fails to carry out is refused after so many tries. */
const mostAttempts = 5;

/**
 * Tells an account's server the next of what was done here, in order. Each message's changes are put on top of where the
 * server has it now, so what somebody else did meanwhile is not undone. Throws ProviderError where the server cannot be
 * reached; then it is told later.
 */
export async function pushSome(
  parts: PushParts,
  { account, provider }: { account: Account; provider: Provider },
  signal: AbortSignal,
): Promise<Pushed> {
  const { db } = parts;
  const queue = queueOf(db, account.id, mostTogether);
  const [first] = queue;
  if (!first) return 'idle';
  if (first.state === 'unsure' || first.state === 'sending') return 'unsure';
  // Its local part is about to be done.
  if (first.state === 'new') return 'idle';
  if (first.folder !== null) {
    await pushEdit(parts, { account, provider, operation: first }, signal);
    return 'more';
  }
  const tasks = tasksFor(db, account, queue);
  await send(parts, { account, provider, tasks }, signal);
  return 'more';
}

/** An operation and what is left of it to tell. */
type Task = {
  operation: Operation;
  message: number;
  steps: Step[];
  book: PlaceBook;
  /** Set when it has come to an end. */
  end?: { state: 'landed' | 'unsure' | 'queued' | 'refused'; error?: string };
};

/** The beginning of the queue: each message once, and nothing past a change of a folder. */
function tasksFor(db: WriteDb, account: Account, queue: readonly Operation[]): Task[] {
  const labels = labelMap(db, account.id);
  const tasks: Task[] = [];
  const seen = new Set<number>();
  for (const operation of queue) {
    const { message, folder, state } = operation;
    if (folder !== null || state !== 'queued' || (message !== null && seen.has(message))) break;
    tasks.push(taskFor(db, operation, labels));
    if (message !== null) seen.add(message);
  }
  return tasks;
}

function taskFor(db: WriteDb, operation: Operation, labels: LabelMap): Task {
  const message = operation.message ?? 0;
  const places = operation.message === null ? [] : serverPlaces(db, message);
  const { steps } = plan(readChanges(operation.changes), places, labelRules(db, labels));
  const task: Task = { operation, message, steps, book: placeBook(db, message) };
  if (places.length === 0) task.end = { state: 'refused', error: goneWords };
  else if (steps.length === 0) task.end = { state: 'landed' };
  return task;
}

type Sending = { account: Account; provider: Provider; tasks: readonly Task[] };

/** Sends the first step of each, then the second, and so on: neighbours that ask the same go out as one command. */
async function send(parts: PushParts, { account, provider, tasks }: Sending, signal: AbortSignal): Promise<void> {
  const { db } = parts;
  const labels = labelMap(db, account.id);
  const open = () => tasks.filter(({ end }) => !end);
  if (open().length > 0)
    saveStates(
      db,
      open().map(({ operation }) => operation.id),
      'sending',
    );
  let broken: ProviderError | undefined;
  for (let step = 0; open().length > 0 && !broken; step++) {
    const asked: { task: Task; step: Step; request: Request }[] = [];
    for (const task of open()) {
      const next = task.steps[step];
      const request = next && requestFor(next, task.book, labels);
      if (!next) task.end = { state: 'landed' };
      // The server did not say where the message is now.
      else if (!request) task.end = { state: 'unsure' };
      else asked.push({ task, step: next, request });
    }
    if (asked.length === 0) break;
    try {
      const outcomes = await provider.apply(
        asked.map(({ request }) => request),
        signal,
      );
      land(
        parts,
        account,
        asked.map((each, index) => ({ ...each, outcome: outcomes[index] ?? noAnswer })),
      );
    } catch (thrown) {
      broken =
        thrown instanceof ProviderError ? thrown : new ProviderError('protocol', reasonOf(thrown), { cause: thrown });
      for (const { task, step: sent } of asked) task.end = { state: afterLoss(broken, sent) };
    }
  }
  finish(parts, account, tasks);
  if (broken) throw broken;
}

const noAnswer: Outcome = { ok: false, error: 'The server did not answer.', retryable: true };

/** A lost line leaves nobody knowing whether the server did it. Done twice, only a copy would be another. */
function afterLoss({ reason }: Pick<ProviderError, 'reason'>, step: Step): 'queued' | 'unsure' {
  if (reason === 'auth' || reason === 'busy') return 'queued';
  return step.do === 'copy' || step.do === 'move' ? 'unsure' : 'queued';
}

function requestFor(step: Step, book: PlaceBook, { byId }: LabelMap): Request | undefined {
  const placement = book.at(step.slot);
  const folder = placement && byId.get(placement.label)?.provider_id;
  if (!placement || folder === undefined) return undefined;
  const ref = { folder, uidvalidity: placement.uidvalidity, uid: placement.uid };
  switch (step.do) {
    case 'flags':
      return { do: 'flags', ref, add: [...step.add], remove: [...step.remove] };
    case 'expunge':
      return { do: 'expunge', ref };
    case 'move':
    case 'copy': {
      const to = byId.get(step.to)?.provider_id;
      return to === undefined ? undefined : { do: step.do, ref, to };
    }
  }
}

/** Notes what came of a round of steps: the stored places follow what the server did. */
function land(
  { db }: PushParts,
  account: Account,
  answered: readonly { task: Task; step: Step; request: Request; outcome: Outcome }[],
): void {
  const pass = latestPass(db, account.id);
  db.transaction(() => {
    for (const { task, step, outcome } of answered) {
      if (!outcome.ok) {
        task.end = endOf(task.operation, step, outcome);
        continue;
      }
      const { moved_to } = outcome;
      const { isKnown, isNew } = task.book.land(step, moved_to);
      if (isNew && moved_to && 'to' in step)
        // No cursor knows of the place yet: should it be gone before one does, the pass after this one finds out.
        noteAhead(db, account, { stream: moved_to.folder, pass: 'push', batch: pass }, { label: step.to, ...moved_to });
      const isLast = task.steps.indexOf(step) === task.steps.length - 1;
      if (isLast) task.end = { state: 'landed' };
      else if (!isKnown && step.do !== 'expunge') task.end = { state: 'unsure' };
    }
  });
}

function endOf(
  { attempts }: Operation,
  step: Step,
  { error, retryable, isGone }: Outcome & { ok: false },
): Task['end'] {
  if ((retryable || isGone) && attempts + 1 < mostAttempts)
    return { state: isGone ? 'unsure' : afterLoss({ reason: 'offline' }, step) };
  return { state: 'refused', error };
}

const unknownEnd = { state: 'unsure' } as const;

/** Ends the operations in the store, and shows what a refusal has taken back. */
function finish({ db, clock, onActed }: PushParts, account: Account, tasks: readonly Task[]): void {
  const pass = latestPass(db, account.id);
  const acted = db.transaction((): Acted => {
    for (const { operation, end = unknownEnd } of tasks) {
      saveOperation(db, operation.id, { ...end, pass });
      if (end.state === 'unsure' || end.state === 'queued')
        db.run(sql`UPDATE operations SET attempts = attempts + 1 WHERE id = ${operation.id}`);
    }
    const refused = tasks.filter(({ operation, end }) => end?.state === 'refused' && operation.message !== null);
    const messages = refreshShown(
      db,
      refused.map(({ message }) => ({ id: message, account: account.id })),
    );
    const closed = closeCompleted({ db, clock }, [...new Set(tasks.map(({ operation }) => operation.mutation))]);
    return { updated: [{ account, messages }], queued: [], hasNew: false, ...closed };
  });
  onActed(acted);
}
