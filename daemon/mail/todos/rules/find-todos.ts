import type { MailKind } from '../../classification/mail-kind.ts';
import { findCommitments } from '../../commitments/find-commitments.ts';
import type { FoundTodo, TodoDue, TodoSpan } from '../todo.ts';
import { amountsIn, type FoundAmount } from './amounts.ts';
import { deadlineIn, labelledDateIn, type DueDate, type WrittenAt } from './due-dates.ts';
import { findPhrase } from './languages.ts';
import { sentencesOf, type Sentence } from './sentences.ts';

/** A message in which to-dos are looked for. */
export type ReadMessage = {
  /** Of a received message; null where nothing is known. */
  kind: MailKind | null;
  direction: 'inbound' | 'outbound';
  subject: string;
  /** The text as the reader sees it. */
  text: string;
  from: { name: string | null; email: string };
  /** Whether an address of the user is in To, and how many addresses To has. */
  isAddressed: boolean;
  recipientCount: number;
  sent: Date;
};

/** A question to many is a question to no one. */
const maxRecipients = 5;
const maxDeadlines = 2;
/** Longer words are cut, because they are shown in one line. */
const maxWords = 240;

/**
 * What the user has to do according to the text of a message, and what they or a person who wrote to them has promised. Nothing is
 * concluded from mail to many people.
 */
export function findTodos(message: ReadMessage, zone: string | undefined): FoundTodo[] {
  const at: WrittenAt = { sent: message.sent, zone };
  const sentences = sentencesOf(message.text, message.from);
  if (message.direction === 'outbound') return promisesIn(sentences, at);
  switch (message.kind) {
    case 'person':
      return [
        ...(invoiceIn(message, at) ?? []),
        ...(isToFew(message) ? [...requestsIn(sentences, at), ...promisesIn(sentences, at)] : []),
      ];
    case 'transaction':
    case 'notification':
      return invoiceIn(message, at) ?? [];
    default:
      return [];
  }
}

function isToFew({ isAddressed, recipientCount }: ReadMessage): boolean {
  return isAddressed && recipientCount <= maxRecipients;
}

/** The question or request that most needs a reply, and other sentences that set a date. */
function requestsIn(sentences: readonly Sentence[], at: WrittenAt): FoundTodo[] {
  const rated = sentences.map((sentence) => ({ sentence, due: deadlineIn(sentence.text, at), ...ratingOf(sentence) }));
  const questions = rated.filter(({ score }) => score >= 2);
  const best = questions.toSorted(
    (one, other) => scoreOf(other) - scoreOf(one) || one.sentence.start - other.sentence.start,
  )[0];
  const dated = rated
    .filter((each) => each !== best && each.due !== undefined && each.mayHaveDeadline)
    .slice(0, maxDeadlines);
  return [
    ...(best ? [found('question', 'question', best.sentence, best.due)] : []),
    ...dated.map(({ sentence, due }) => found('deadline', `deadline ${sentence.start}`, sentence, due)),
  ];
}

/** With the same words, what has a date comes first. */
function scoreOf({ score, due }: { score: number; due: DueDate | undefined }): number {
  return score + (due ? 2 : 0);
}

/** How likely it is that a sentence asks the reader for something, and whether a date in it can be a deadline. */
function ratingOf({ text }: Sentence): { score: number; mayHaveDeadline: boolean } {
  const isRequest = (findPhrase(text, 'request') ?? findPhrase(text, 'imperative')) !== undefined;
  const isPleasantry = findPhrase(text, 'pleasantry') !== undefined;
  const characterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const isLong = characterCount >= 12 || (/[\u3040-\u9fff]/.test(text) && characterCount >= 5);
  const score = (isQuestion(text) ? 2 : 0) + (isRequest ? 2 : 0) - (isPleasantry ? 4 : 0) - (isLong ? 0 : 2);
  return { score, mayHaveDeadline: !isPleasantry && (isRequest || findPhrase(text, 'duty') !== undefined) };
}

/** A question mark in brackets belongs to a remark. */
function isQuestion(text: string): boolean {
  if (/(?:ですか|ますか|でしょうか|ませんか)。?$/.test(text)) return true;
  return /[?？؟]["'”’)\]]?$/.test(text) && text.lastIndexOf('(') <= text.lastIndexOf(')');
}

/** What the writer has promised: a to-do of the user in their own mail, and what they wait for in the mail of others. */
function promisesIn(sentences: readonly Sentence[], at: WrittenAt): FoundTodo[] {
  return findCommitments(sentences, at).map(({ sentence, due }) => commitmentAt(sentence, due));
}

/** A sentence as a commitment. */
export function commitmentAt(sentence: Sentence, due: DueDate | undefined): FoundTodo {
  return found('commitment', `commitment ${sentence.start}`, sentence, due);
}

/** An invoice that is not paid yet; undefined if the message is none. */
function invoiceIn({ subject, text }: ReadMessage, at: WrittenAt): FoundTodo[] | undefined {
  const inSubject = findPhrase(subject, 'invoice');
  const inText = findPhrase(text.slice(0, readLength), 'invoice');
  if (!inSubject && !inText) return undefined;
  const read = text.slice(0, readLength);
  if (findPhrase(subject, 'paid') || findPhrase(read, 'paid')) return undefined;
  const total = totalIn(read);
  const due = labelledDateIn(read, at) ?? deadlineIn(read, at);
  // A message that only mentions an invoice asks for no payment.
  if (!total || (!inSubject && !due)) return undefined;
  const span: TodoSpan = { words: total.words, start: total.start, end: total.end };
  return [{ kind: 'invoice', key: 'invoice', span, due: dueOf(due), amount: total.amount }];
}

/** So much of an invoice is read. */
const readLength = 12_000;
/** The sum stands this close behind its label. */
const labelDistance = 60;

/** The amount behind a label such as `Total due`, the last one; without a label, the only one. */
function totalIn(text: string): FoundAmount | undefined {
  const amounts = amountsIn(text);
  const labelled = amounts.filter(({ start }, index) => {
    const from = Math.max(amounts[index - 1]?.end ?? 0, start - labelDistance);
    return findPhrase(text.slice(from, start), 'totalLabel') !== undefined;
  });
  if (labelled.length > 0) return labelled.at(-1);
  const different = new Set(amounts.map(({ amount }) => `${amount.minor} ${amount.currency}`));
  return different.size === 1 ? amounts[0] : undefined;
}

function found(
  kind: FoundTodo['kind'],
  key: string,
  { text, start, end }: Sentence,
  due: DueDate | undefined,
): FoundTodo {
  return { kind, key, span: { words: shortened(text), start, end }, due: dueOf(due), amount: null };
}

function dueOf(due: DueDate | undefined): TodoDue {
  return { due_at: null, due_day: due?.day ?? null, due_words: due ? due.words.replaceAll(/\s+/g, ' ') : null };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= maxWords ? line : `${line.slice(0, maxWords - 1)}…`.toWellFormed();
}
