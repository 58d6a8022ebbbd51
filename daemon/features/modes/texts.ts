import type { Account } from '../../mail/accounts/accounts.ts';

/** The lines that the daemon writes for Now and for what is done. */

const messagesText = (count: number) => (count === 1 ? '1 message' : `${count} messages`);
export const sendersText = (count: number) => (count === 1 ? '1 sender' : `${count} senders`);

export const nowHeader = 'Now';
export const nothingNow = 'Nothing needs you now';
export const readingLater = 'Something to read is suggested from 17:00.';

export function headline(people: number, todos: number): string {
  if (people + todos === 0) return 'No one is waiting for you.';
  return [waitingText(people), dueText(todos)].filter((line) => line !== '').join(' ');
}

function waitingText(people: number): string {
  if (people === 0) return '';
  return people === 1 ? '1 person is waiting for your reply.' : `${people} people are waiting for your reply.`;
}

function dueText(todos: number): string {
  if (todos === 0) return '';
  return todos === 1 ? '1 to-do is due soon.' : `${todos} to-dos are due soon.`;
}

export function morePeople(count: number): string {
  return count === 1 ? '1 more person in Messages' : `${count} more people in Messages`;
}

export function overload(people: number): string {
  return `${people} people are waiting. These three have waited longest.`;
}

export function updates(messages: number, senders: number): string {
  return `${messagesText(messages)} from ${sendersText(senders)}`;
}

export function moreTodos(count: number): string {
  return count === 1 ? '1 more to-do in To do' : `${count} more to-dos in To do`;
}

type DoneFacts = { mode: string; stillIn: readonly string[]; provider: string; archived: number; todos: number };

/** The texts about what is done, by key. */
export const doneTexts = {
  copy: ({ mode, stillIn, provider, archived, todos }: DoneFacts) => {
    const done = todos > 0 ? ticked(todos) : `Done in ${mode}.`;
    if (archived > 0) return todos > 0 ? `${done} Archived in ${provider}.` : `Done. Archived in ${provider}.`;
    return stillIn.length > 0 ? `${done} Still in ${joined(stillIn)}.` : done;
  },
  preview: ({ mode, stillIn, provider, archived, todos }: DoneFacts) => {
    const done = todos > 0 ? `This ticks ${todosText(todos)}` : `This is done in ${mode}`;
    if (archived > 0) return `${done} and archived in ${provider}.`;
    return stillIn.length > 0 ? `${done} and stays in ${joined(stillIn)}.` : `${done}.`;
  },
  errors: {
    unknown: 'There is no such conversation.',
    twice: 'This conversation is listed twice.',
    already: 'It’s done already.',
    notHeld: (mode: string) => `It isn’t in ${mode}.`,
    noTodo: 'It has no such open to-do.',
  },
};

function todosText(count: number): string {
  return count === 1 ? '1 to-do' : `${count} to-dos`;
}

function ticked(count: number): string {
  return `Ticked ${todosText(count)}.`;
}

/** Where the mail of an account is, as users know it. */
export function providerName({ sync_kind, name }: Pick<Account, 'sync_kind' | 'name'>): string {
  if (sync_kind === 'gmail') return 'Gmail';
  if (sync_kind?.startsWith('outlook') === true) return 'Outlook';
  return name;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
