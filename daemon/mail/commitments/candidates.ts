import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { kindsOf } from '../classification/store.ts';
import { flagBits } from '../messages/flags.ts';
import { textFromHtml } from '../messages/texts.ts';
import { readBody } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { deadlineIn } from '../todos/rules/due-dates.ts';
import { commitmentAt } from '../todos/rules/find-todos.ts';
import { sentencesOf } from '../todos/rules/sentences.ts';
import type { FoundTodo } from '../todos/todo.ts';

/** The sentences of a message, as the commitments that they would be. */
export type CommitmentCandidates = { message: number; candidates: FoundTodo[] };

type MessageRow = {
  id: number;
  direction: 'inbound' | 'outbound';
  flags: number;
  from_name: string | null;
  from_email: string;
  received_at: string;
};

const ignored = flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM;

/** More sentences of one message are not shown to a model. */
const maxCandidates = 60;

/** The sentences in which people may promise something, in messages (internal ids). Other mail than that of people has none. */
export function commitmentCandidates(
  { db, blobs, zone }: { db: ReadDb; blobs: string; zone: string | undefined },
  messages: readonly number[],
): CommitmentCandidates[] {
  const rows = db.all<MessageRow>(sql`
    SELECT id, direction, flags, from_name, from_email, received_at FROM messages
    WHERE id IN (SELECT value FROM json_each(${jsonList(messages)}))`);
  const kinds = kindsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const isBetweenPeople = row.direction === 'outbound' || kinds.get(row.id)?.kind === 'person';
    if (row.flags & ignored || !isBetweenPeople) return { message: row.id, candidates: [] };
    const from = { name: row.from_name, email: row.from_email };
    const at = { sent: new Date(row.received_at), zone };
    const sentences = sentencesOf(readersText(db, blobs, row.id), from).slice(0, maxCandidates);
    return {
      message: row.id,
      candidates: sentences.map((sentence) => commitmentAt(sentence, deadlineIn(sentence.text, at))),
    };
  });
}

/** The text in which the positions of sentences are counted. */
function readersText(db: ReadDb, blobs: string, message: number): string {
  const stored = textFromHtml(db, message);
  if (stored) return stored.text;
  const source = readSource(db, blobs, message);
  return source ? readBody(source).text : '';
}
