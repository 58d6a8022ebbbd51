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

/** An operation with its remaining steps. */
export type PushTask = {
  operation: QueuedOperation;
  message: number;
  steps: Step[];
  /** The inverse for the placements that the server really had. Stored at the first attempt. */
  inverse: string | undefined;
  /** The result of the steps as changes that have no effect if it is already reached. */
  forwardChanges: string;
  tracker: PlacementTracker;
  /** The server carried out at least one step. */
  hasBegun?: boolean;
  /** Set when the task has ended. */
  result?: {
    state: 'landed' | 'unsure' | 'queued' | 'refused';
    error?: string;
    /** The server did not report the new placement of the message. */
    isPlacementUnknown?: boolean;
    /** The server failed the step; the number of such failures is limited. Connection losses do not count. */
    isFailed?: boolean;
    /** The operation did not reach the server. */
    isUnsent?: boolean;
    /** The message was not at its stored placement, and nothing was changed. */
    isNotFound?: boolean;
  };
};

/** The tasks at the start of the queue: each message once, and none after a folder edit. */
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

const labelGoneMessage = 'The label the message was moved to isn’t on the server.';

/** The number of steps that change placements. */
export function countMoves({ steps }: PushTask): number {
  return steps.filter((step) => step.do !== 'flags').length;
}

/** The request to the provider; undefined if the placement is unknown. */
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
