import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { ProviderError, type Operation as Request, type Outcome, type Provider } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { noteAhead } from '../ahead.ts';
import type { Acted } from '../apply.ts';
import { labelMap, type LabelMap } from '../labels.ts';
import { noteLeft } from '../left-places.ts';
import { endAfter, endOf, finish, noAnswer } from './ending.ts';
import { pushEdit } from './folder-push.ts';
import { queueOf, saveOperation, saveStates } from './operations.ts';
import { latestPass } from './passes.ts';
import type { Step } from './steps.ts';
import { movesOf, requestFor, tasksFor, type Task } from './task.ts';

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
  if (first.waits) return 'unsure';
  // Its local part is about to be done.
  if (first.state === 'new') return 'idle';
  if (first.folder !== null) {
    await pushEdit(parts, { account, provider, operation: first }, signal);
    return 'more';
  }
  // Where a message lies is read twice, and a sync pass may store in between.
  const tasks = db.transaction(() => tasksFor(db, account, queue));
  await send(parts, { account, provider, tasks }, signal);
  return 'more';
}

type Sending = { account: Account; provider: Provider; tasks: readonly Task[] };

/** Sends the first step of each, then the second, and so on: neighbours that ask the same go out as one command. */
async function send(parts: PushParts, { account, provider, tasks }: Sending, signal: AbortSignal): Promise<void> {
  const { db } = parts;
  const labels = labelMap(db, account.id);
  const open = () => tasks.filter(({ end }) => !end);
  if (open().length > 0) db.transaction(() => noteSending(db, open(), provider));
  let broken: ProviderError | undefined;
  for (let step = 0; open().length > 0 && !broken; step++) {
    broken = await holdLast({ account, provider, tasks: open() }, { step, labels }, signal);
    const asked: { task: Task; step: Step; request: Request }[] = [];
    for (const task of open()) {
      const next = task.steps[step];
      const request = next && requestFor(next, task.book, labels);
      if (!next) task.end = { state: 'landed' };
      // The server did not say where the message is now.
      else if (!request) task.end = { state: 'unsure' };
      else asked.push({ task, step: next, request });
    }
    if (asked.length === 0 || broken) break;
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
      broken = troubleIn(thrown);
      for (const { task, step: sent } of asked) task.end = endAfter(task, broken, sent);
    }
  }
  finish(parts, account, tasks);
  if (broken) throw broken;
}

/**
 * Before a copy is expunged the server is asked whether it still has the other, by a change of no flags there: somebody
 * may have taken just that one a moment ago. Where it has not, the operation waits for a pass.
 */
async function holdLast(
  { provider, tasks }: Sending,
  { step, labels }: { step: number; labels: LabelMap },
  signal: AbortSignal,
): Promise<ProviderError | undefined> {
  const asked = tasks.flatMap((task) => {
    const next = task.steps[step];
    const others = next?.do === 'expunge' ? task.book.beside(next.slot) : [];
    const [other] = others;
    if (other === undefined) return [];
    const request = requestFor({ do: 'flags', slot: other, add: [], remove: [] }, task.book, labels);
    return request ? [{ task, request }] : [];
  });
  if (asked.length === 0) return undefined;
  try {
    const outcomes = await provider.apply(
      asked.map(({ request }) => request),
      signal,
    );
    for (const [index, { task }] of asked.entries())
      if (!outcomes[index]?.ok) task.end = { state: 'unsure', isMissed: true };
    return undefined;
  } catch (thrown) {
    const trouble = troubleIn(thrown);
    for (const { task } of asked) task.end = { state: 'queued', isUntold: trouble.isUntold && !task.hasBegun };
    return trouble;
  }
}

function troubleIn(thrown: unknown): ProviderError {
  return thrown instanceof ProviderError ? thrown : new ProviderError('protocol', reasonOf(thrown), { cause: thrown });
}

/** What somebody else did meanwhile is the ground, also for taking it back. */
function noteSending(db: WriteDb, tasks: readonly Task[], { capabilities }: Pick<Provider, 'capabilities'>): void {
  for (const task of tasks) {
    const { operation, inverse, onward } = task;
    if (inverse === undefined) continue;
    // What of it is half done could not be told by the rules from what somebody else did.
    const isLong = movesOf(task) > (capabilities.moves_in_steps ? 0 : 1);
    if (isLong || inverse !== operation.inverse)
      saveOperation(db, operation.id, { state: 'sending', inverse, ...(isLong && { changes: onward }) });
  }
  saveStates(
    db,
    tasks.map(({ operation }) => operation.id),
    'sending',
  );
}

/** Notes what came of a round of steps: the stored places follow what the server did. */
function land(
  { db }: PushParts,
  account: Account,
  answered: readonly { task: Task; step: Step; request: Request; outcome: Outcome }[],
): void {
  const pass = latestPass(db, account.id);
  const labels = labelMap(db, account.id);
  db.transaction(() => {
    for (const { task, step, request, outcome } of answered) {
      if (!outcome.ok) {
        task.end = endOf(task, step, outcome);
        continue;
      }
      const { moved_to } = outcome;
      task.hasBegun = true;
      const { isKnown, isNew } = task.book.land(step, moved_to);
      const from = labels.byPath.get(request.ref.folder)?.id;
      if (from !== undefined && (step.do === 'expunge' || (step.do === 'move' && moved_to)))
        noteLeft(db, account.id, pass, { label: from, ...request.ref });
      if (isNew && moved_to && 'to' in step)
        // No cursor knows of the place yet: should it be gone before one does, the pass after this one finds out.
        noteAhead(db, account, { stream: moved_to.folder, pass: 'push', batch: pass }, { label: step.to, ...moved_to });
      const isLast = task.steps.indexOf(step) === task.steps.length - 1;
      // Where it went the next pass tells in any case; what flags it has now may have been told already.
      if (!isKnown && (step.do === 'flags' || !isLast)) task.end = { state: 'unsure' };
      else if (isLast) task.end = { state: 'landed', isUnplaced: !isKnown };
    }
  });
}
