import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** The modes in which mail can be marked as done. A to-do is ticked instead, and the archive asks for nothing. */
export type MarkedMode = 'messages' | 'updates' | 'reading';

/** The marks of messages, by internal id. */
export function doneMarksOf(db: ReadDb, messages: readonly number[]): Map<number, MarkedMode[]> {
  const rows = db.all<{ message: number; mode: MarkedMode }>(sql`
    SELECT message, mode FROM done_marks WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`);
  const byMessage = Map.groupBy(rows, ({ message }) => message);
  return new Map([...byMessage].map(([message, marks]) => [message, marks.map(({ mode }) => mode)]));
}

/** Marks messages (internal ids) as done in a mode. Marks that are there already stay with the mutation that made them. */
export function addDoneMarks(
  db: WriteDb,
  messages: readonly number[],
  { mode, mutation }: { mode: MarkedMode; mutation: number },
): void {
  db.run(sql`
    INSERT INTO done_marks (message, mode, mutation)
    SELECT value, ${mode}, ${mutation} FROM json_each(${jsonList(messages)}) WHERE true ON CONFLICT DO NOTHING`);
}

/** The conversations (public ids) whose marks a mutation has made or removed. */
export function threadsMarkedBy(db: ReadDb, mutation: number, limit: number): string[] {
  return db
    .all<{ thread_id: string }>(
      sql`
      SELECT DISTINCT t.thread_id FROM messages m JOIN threads t ON t.id = m.thread
      WHERE m.id IN (SELECT message FROM done_marks WHERE mutation = ${mutation}
        UNION SELECT message FROM removed_done_marks WHERE mutation = ${mutation}) LIMIT ${limit}`,
    )
    .map(({ thread_id }) => thread_id);
}
