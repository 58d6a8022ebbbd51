import assert from 'node:assert/strict';

/** The steps of a task: clicks, a drag among them, and key presses. */
export type Steps = { clicks: number; keys: number };

type Limits = { mouse: Steps; keyboard: number };

const steps = (clicks: number, keys = 0): Steps => ({ clicks, keys });

/**
 * The clicks and keys of everyday tasks: by mouse, where typed words count as keys, and by keyboard alone. A task starts
 * in the inbox.
 */
const stepLimits = {
  'search with a typing error': { mouse: steps(2, 10), keyboard: 12 },
  'save a search': { mouse: steps(2, 11), keyboard: 16 },
  'show unread mail of one account': { mouse: steps(3), keyboard: 12 },
  'open an attachment': { mouse: steps(2), keyboard: 23 },
  'print a conversation': { mouse: steps(3), keyboard: 11 },
  'mark mail as unread': { mouse: steps(1), keyboard: 3 },
  'select a range': { mouse: steps(2, 1), keyboard: 6 },
  'label three conversations': { mouse: steps(5), keyboard: 9 },
  'drag mail to a label': { mouse: steps(1), keyboard: 7 },
  'snooze until Monday': { mouse: steps(2), keyboard: 14 },
  'archive the newsletters of a sender': { mouse: steps(3), keyboard: 14 },
  'block a sender': { mouse: steps(4), keyboard: 13 },
  'accept an invitation': { mouse: steps(3), keyboard: 18 },
  unsubscribe: { mouse: steps(3), keyboard: 23 },
  'reply with an attachment': { mouse: steps(4), keyboard: 17 },
  'undo a send': { mouse: steps(1), keyboard: 1 },
  'send tomorrow at 8': { mouse: steps(5, 10), keyboard: 23 },
  'make the list denser': { mouse: steps(3), keyboard: 9 },
  'use dark colours': { mouse: steps(3), keyboard: 6 },
  'find out where mail is stored': { mouse: steps(2), keyboard: 7 },
  'back up': { mouse: steps(3), keyboard: 9 },
  'find an invoice from March': { mouse: steps(3, 14), keyboard: 22 },
  'clear the morning': { mouse: steps(4), keyboard: 6 },
  'find the parcel': { mouse: steps(1), keyboard: 7 },
  'recover from a dead server': { mouse: steps(2, 1), keyboard: 7 },
  'add an account with a wrong password first': { mouse: steps(10, 1), keyboard: 20 },
  'screen five strangers': { mouse: steps(6), keyboard: 12 },
  'file all invoices': { mouse: steps(8, 17), keyboard: 60 },
  'free space': { mouse: steps(5), keyboard: 60 },
  'find whom I owe a reply': { mouse: steps(4), keyboard: 30 },
  'remove an account': { mouse: steps(5), keyboard: 14 },
} as const satisfies Record<string, Limits>;

export type TaskName = keyof typeof stepLimits;

/**
 * The steps that 25 of the tasks took in the first version of the page, counted in the same way; `undefined` if the page
 * could not do them.
 */
const firstVersionSteps = {
  'find an invoice from March': { mouse: steps(2, 25), keyboard: 36 },
  'archive the newsletters of a sender': { mouse: steps(3), keyboard: 22 },
  'reply with an attachment': { mouse: steps(4), keyboard: 17 },
  'undo a send': { mouse: steps(1), keyboard: 1 },
  'send tomorrow at 8': { mouse: steps(5, 12), keyboard: 25 },
  'snooze until Monday': { mouse: steps(2), keyboard: 14 },
  'label three conversations': { mouse: steps(5), keyboard: 9 },
  unsubscribe: { mouse: steps(3), keyboard: 33 },
  'search with a typing error': { mouse: steps(3, 10), keyboard: 21 },
  'open an attachment': { mouse: steps(2), keyboard: 30 },
  'print a conversation': { mouse: steps(3), keyboard: 17 },
  'block a sender': undefined,
  'mark mail as unread': { mouse: steps(1), keyboard: 3 },
  'select a range': { mouse: steps(2, 1), keyboard: 6 },
  'drag mail to a label': { mouse: steps(1), keyboard: 7 },
  'accept an invitation': { mouse: steps(3), keyboard: 18 },
  'save a search': { mouse: steps(2, 11), keyboard: 17 },
  'show unread mail of one account': { mouse: steps(3), keyboard: 78 },
  'make the list denser': { mouse: steps(2), keyboard: 10 },
  'use dark colours': { mouse: steps(1), keyboard: 6 },
  'find out where mail is stored': { mouse: steps(2), keyboard: 9 },
  'back up': { mouse: steps(3), keyboard: 69 },
  'add an account with a wrong password first': { mouse: steps(11, 1), keyboard: 30 },
  'remove an account': { mouse: steps(5), keyboard: 39 },
  'recover from a dead server': { mouse: steps(2, 1), keyboard: 11 },
} as const satisfies Partial<Record<TaskName, Limits | undefined>>;

const totalOf = ({ mouse, keyboard }: Limits): number => mouse.clicks + mouse.keys + keyboard;

/** The steps of all tasks that the first version of the page could do, by mouse and by keyboard: there, and at most now. */
export function comparedSteps(): { first: number; now: number } {
  const tasks = Object.entries(firstVersionSteps).flatMap(([name, first]) =>
    first === undefined ? [] : [{ first, now: stepLimits[name as TaskName] }],
  );
  return {
    first: tasks.reduce((sum, { first }) => sum + totalOf(first), 0),
    now: tasks.reduce((sum, { now }) => sum + totalOf(now), 0),
  };
}

/** Fails if a task took more steps than its row allows. */
export function assertWithinLimits(name: TaskName, way: 'mouse' | 'keyboard', { clicks, keys }: Steps): void {
  const { mouse, keyboard } = stepLimits[name];
  const limit = way === 'mouse' ? mouse : steps(0, keyboard);
  const isWithin = clicks <= limit.clicks && keys <= limit.keys;
  assert.ok(isWithin, `${name} took ${clicks} clicks and ${keys} keys of ${limit.clicks} and ${limit.keys}`);
}
