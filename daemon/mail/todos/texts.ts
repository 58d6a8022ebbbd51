import { formatInteger } from '../../base/numbers.ts';
import type { TodoKind } from './todo.ts';

/** The texts of to-dos, by key. Clients show them as they are. */
export const todoTexts = {
  verb: {
    question: 'Reply',
    deadline: 'Do',
    invoice: 'Pay',
    invitation: 'Answer',
    delivery: 'Receive',
    commitment: 'Keep your word',
  } satisfies Record<TodoKind, string>,
  why: {
    question: ({ name }) => `${name} asked you.`,
    deadline: ({ name, dueWords }) => (dueWords === null ? `${name} set a date.` : `${name} wrote “${dueWords}”.`),
    invoice: ({ name, amount }) =>
      amount === undefined ? `${name} sent an invoice.` : `${name} sent an invoice for ${amount}.`,
    invitation: ({ name }) => `${name} invited you, and you haven’t answered.`,
    delivery: ({ name }) => `A delivery from ${name} is on its way.`,
    commitment: ({ name }) => `You wrote this to ${name}.`,
  } satisfies Record<TodoKind, (facts: WhyFacts) => string>,
  invoiceTitle: ({ name, amount }: { name: string; amount: string | undefined }) =>
    amount === undefined ? `Invoice from ${name}` : `Invoice from ${name}: ${amount}`,
  action: {
    question: { kind: 'reply', label: 'Reply' },
    deadline: { kind: 'open', label: 'Open' },
    invoice: { kind: 'open', label: 'Open invoice' },
    invitation: { kind: 'answer', label: 'Answer' },
    delivery: { kind: 'open', label: 'Open' },
    commitment: { kind: 'open', label: 'Open' },
  } satisfies Record<TodoKind, { kind: string; label: string }>,
  parcel: ({ merchant, carrier }: { merchant: string | null; carrier: string | null }) => {
    if (merchant !== null) return `Parcel from ${merchant}`;
    return carrier === null ? 'Parcel' : `Parcel with ${carrier}`;
  },
  looksDone: 'You’ve written in this conversation since.',
  when: {
    none: 'No date',
    words: ({ words }: { words: string }) => `“${words}”`,
    today: 'Today',
    tomorrow: 'Tomorrow',
    yesterday: 'Yesterday',
  },
  runway: ({ days }: { days: number }) => (days === 1 ? '1 day left' : `${formatInteger(days)} days left`),
  source: ({ name }: { name: string }) => `The message from ${name}`,
  ownSource: 'Your message',
  someone: 'Someone',
};

type WhyFacts = { name: string; dueWords: string | null; amount: string | undefined };
