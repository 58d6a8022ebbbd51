import type { Operation as Request } from '../../../providers/provider.ts';
import type { WriteDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { labelMap, type Label, type LabelMap } from '../../labels/labels.ts';
import { parseChanges } from '../change.ts';
import { isDeletedLabel } from '../folders/folder-edits.ts';
import { inverseOf } from '../plan/inverse.ts';
import type { QueuedOperation } from '../operations.ts';
import { placementTracker, type PlacementTracker } from './placement-tracker.ts';
import { messageGoneMessage } from '../apply-locally.ts';
import { labelRules, placementsToPush } from '../displayed-placements.ts';
import { plan, type Step } from '../plan/plan.ts';

/** An operation and what is left of it to tell. */
export type PushTask = {
  operation: QueuedOperation;
  message: number;
  steps: Step[];
  /** What takes it back from where the server really had the message. Noted when it is told the first time. */
  inverse: string | undefined;
  /** Where its steps lead, as changes that do nothing where they have led there already. */
  forwardChanges: string;
  tracker: PlacementTracker;
  /** The server has carried out a step of it. */
  hasBegun?: boolean;
  /** Set when it has come to an end. */
  result?: {
    state: 'landed' | 'unsure' | 'queued' | 'refused';
    error?: string;
    /** It did not say where it put the message. */
    isPlacementUnknown?: boolean;
    /** The server has failed it, which it may do only so often; a lost line may break off anything. */
    isFailed?: boolean;
    /** The server has not heard of it. */
    isUnsent?: boolean;
    /** The message did not lie where it was said to, and nothing was done. */
    isNotFound?: boolean;
  };
};

/** The beginning of the queue: each message once, and nothing past a change of a folder. */
export function tasksFor(db: WriteDb, account: Account, queue: readonly QueuedOperation[]): PushTask[] {
  const labels = labelMap(db, account.id);
  const tasks: PushTask[] = [];
  const seen = new Set<number>();
  for (const operation of queue) {
    const { message, folder, state, waits } = operation;
    if (waits || folder !== null || state !== 'queued' || (message !== null && seen.has(message))) break;
    tasks.push(taskFor(db, operation, labels));
    if (message !== null) seen.add(message);
  }
  return tasks;
}

function taskFor(db: WriteDb, operation: QueuedOperation, labels: LabelMap): PushTask {
  const message = operation.message ?? 0;
  const placements = operation.message === null ? [] : placementsToPush(db, message, labels);
  const { steps, placements: after } = plan(parseChanges(operation.changes), placements, labelRules(db, labels));
  const isFirst = operation.attempts === 0 && operation.inverse !== null && steps.length > 0;
  const [inverse, forwardChange] = [inverseOf(placements, after), inverseOf(after, placements)];
  const task: PushTask = {
    operation,
    message,
    steps,
    inverse: isFirst ? JSON.stringify(inverse) : undefined,
    forwardChanges: JSON.stringify(forwardChange ? [forwardChange] : []),
    tracker: placementTracker(db, message),
  };
  if (placements.length === 0) task.result = { state: 'refused', error: messageGoneMessage };
  else if (steps.some((step) => 'to' in step && isLabelGone(labels.byId.get(step.to))))
    task.result = { state: 'refused', error: labelGoneMessage };
  else if (steps.length === 0) task.result = { state: 'landed' };
  return task;
}

function isLabelGone(label: Label | undefined): boolean {
  return label === undefined || isDeletedLabel(label);
}

const labelGoneMessage = 'The label the message was to go to is not on the server.';

/** How many of its steps put the message somewhere. */
export function countMoves({ steps }: PushTask): number {
  return steps.filter((step) => step.do !== 'flags').length;
}

/** What the server is asked to do; undefined where nobody knows where the place is now. */
export function requestFor(step: Step, tracker: PlacementTracker, { byId }: LabelMap): Request | undefined {
  const placement = tracker.current(step.slot);
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
