import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { isMachineAddress } from '../contacts/rank.ts';
import { ownAddressesOf } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';

/** Someone who has answered in conversations about a question. */
export type Expert = {
  email: string;
  display_name: string | null;
  answered_thread_count: number;
  /** Public ids of their answers, newest first. */
  evidence_msg_ids: string[];
  reason: string;
};

/** Finds messages about a question, by public id, the best first. */
export type FindSimilarMessages = (query: string) => Promise<string[]>;

type ThreadMessage = {
  message_id: string;
  thread: number;
  sort_key: number;
  from_name: string | null;
  from_email: string;
  direction: 'inbound' | 'outbound';
};

const maxEvidence = 5;

/**
 * Who answered in the conversations of these messages (public ids): everyone who wrote after another person had asked, except
 * who began the conversation. Only mail is counted, so the result is the same each time.
 */
export function expertsIn(
  db: ReadDb,
  {
    account,
    message_ids,
    includesSelf,
    limit,
  }: { account: number; message_ids: readonly string[]; includesSelf: boolean; limit: number },
): Expert[] {
  const own = ownAddressesOf(db, account);
  const messages = db.all<ThreadMessage>(sql`
    SELECT message_id, thread, sort_key, from_name, from_email, direction FROM messages
    WHERE account = ${account} AND flags & ${flagBits.DRAFT | flagBits.SPAM | flagBits.TRASH} = 0 AND thread IN
      (SELECT thread FROM messages WHERE message_id IN (SELECT value FROM json_each(${jsonList(message_ids)})))
    ORDER BY thread, sort_key`);
  const answers = [...Map.groupBy(messages, ({ thread }) => thread).values()].flatMap((thread) => answersIn(thread));
  const byPerson = Map.groupBy(answers, ({ from_email }) => from_email.toLowerCase());
  return [...byPerson]
    .filter(([email]) => (includesSelf || !own.has(email)) && !isMachineAddress(email))
    .map(([email, given]) => ({
      email,
      given,
      threads: new Set(given.map(({ thread }) => thread)).size,
      last: latestOf(given),
    }))
    .toSorted((a, b) => b.threads - a.threads || b.last - a.last || (a.email < b.email ? -1 : 1))
    .slice(0, limit)
    .map(({ email, given, threads, last }) => ({
      email,
      display_name: given.findLast(({ from_name }) => from_name)?.from_name ?? null,
      answered_thread_count: threads,
      evidence_msg_ids: newestFirst(given)
        .slice(0, maxEvidence)
        .map(({ message_id }) => message_id),
      reason: reasonFor(threads, last),
    }));
}

function answersIn(thread: readonly ThreadMessage[]): ThreadMessage[] {
  const asker = thread[0]?.from_email.toLowerCase();
  return thread.filter(({ from_email }) => from_email.toLowerCase() !== asker);
}

function latestOf(messages: readonly ThreadMessage[]): number {
  return messages.reduce((latest, { sort_key }) => Math.max(latest, sort_key), 0);
}

function newestFirst(messages: readonly ThreadMessage[]): ThreadMessage[] {
  return messages.toSorted((a, b) => b.sort_key - a.sort_key);
}

function reasonFor(threads: number, last: number): string {
  const month = new Date(last * 1000).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return threads === 1
    ? `Replied in a conversation about this, in ${month}.`
    : `Replied in ${threads} conversations about this, last in ${month}.`;
}

const maxWords = 12;
/** Words that a question contains whatever it is about. */
const commonWords = new Set(
  `a an and are about anyone as at be can could did do does for from have how i in is it know me my of on or our please should that the their there
  this to was we what when where which who why will with would you your der die das den dem ein eine einen und ist wie wer was wann wo warum für mit
  von zu auf im in am kann können weiß le la les un une des et est comment qui que quoi quand où pourquoi pour avec de du à el los las una y es cómo
  quién qué cuándo dónde por para con`.split(/\s+/),
);

/** Queries for the words of a question: all of them, then any of them. Nothing in it is an operator. */
export function queriesFor(question: string): string[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [])]
    .filter((word) => !commonWords.has(word))
    .slice(0, maxWords)
    .map((word) => `"${word}"`);
  if (words.length === 0) return [];
  return words.length === 1 ? [words.join(' ')] : [words.join(' '), words.join(' OR ')];
}
