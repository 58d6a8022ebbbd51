import type { Operation as Request } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { labelMap, type Label, type LabelMap } from '../labels.ts';
import { readChanges } from './change.ts';
import { isHidden } from './folders.ts';
import { inverseOf } from './inverse.ts';
import type { Queued } from './operations.ts';
import { placeBook, type PlaceBook } from './landing.ts';
import { goneWords } from './settle.ts';
import { labelRules, placesToTell } from './shown.ts';
import { plan, type Step } from './steps.ts';

/** An operation and what is left of it to tell. */
export type Task = {
  operation: Queued;
  message: number;
  steps: Step[];
  /** What takes it back from where the server really had the message. Noted when it is told the first time. */
  inverse: string | undefined;
  /** Where its steps lead, as changes that do nothing where they have led there already. */
  onward: string;
  book: PlaceBook;
  /** The server has carried out a step of it. */
  hasBegun?: boolean;
  /** Set when it has come to an end. */
  end?: {
    state: 'landed' | 'unsure' | 'queued' | 'refused';
    error?: string;
    /** It did not say where it put the message. */
    isUnplaced?: boolean;
    /** The server has failed it, which it may do only so often; a lost line may break off anything. */
    isFailed?: boolean;
    /** The server has not heard of it. */
    isUntold?: boolean;
    /** The message did not lie where it was said to, and nothing was done. */
    isMissed?: boolean;
  };
};

/** The beginning of the queue: each message once, and nothing past a change of a folder. */
export function tasksFor(db: WriteDb, account: Account, queue: readonly Queued[]): Task[] {
  const labels = labelMap(db, account.id);
  const tasks: Task[] = [];
  const seen = new Set<number>();
  for (const operation of queue) {
    const { message, folder, state, waits } = operation;
    if (waits || folder !== null || state !== 'queued' || (message !== null && seen.has(message))) break;
    tasks.push(taskFor(db, operation, labels));
    if (message !== null) seen.add(message);
  }
  return tasks;
}

function taskFor(db: WriteDb, operation: Queued, labels: LabelMap): Task {
  const message = operation.message ?? 0;
  const places = operation.message === null ? [] : placesToTell(db, message, labels);
  const { steps, places: after } = plan(readChanges(operation.changes), places, labelRules(db, labels));
  const isFirst = operation.attempts === 0 && operation.inverse !== null && steps.length > 0;
  const [inverse, onward] = [inverseOf(places, after), inverseOf(after, places)];
  const task: Task = {
    operation,
    message,
    steps,
    inverse: isFirst ? JSON.stringify(inverse) : undefined,
    onward: JSON.stringify(onward ? [onward] : []),
    book: placeBook(db, message),
  };
  if (places.length === 0) task.end = { state: 'refused', error: goneWords };
  else if (steps.some((step) => 'to' in step && isGone(labels.byId.get(step.to))))
    task.end = { state: 'refused', error: labelGoneWords };
  else if (steps.length === 0) task.end = { state: 'landed' };
  return task;
}

function isGone(label: Label | undefined): boolean {
  return label === undefined || isHidden(label);
}

const labelGoneWords = 'The label the message was to go to is not on the server.';

/** How many of its steps put the message somewhere. */
export function movesOf({ steps }: Task): number {
  return steps.filter((step) => step.do !== 'flags').length;
}

/** What the server is asked to do; undefined where nobody knows where the place is now. */
export function requestFor(step: Step, book: PlaceBook, { byId }: LabelMap): Request | undefined {
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
