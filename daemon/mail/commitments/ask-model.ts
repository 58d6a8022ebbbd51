import { z } from 'zod';
import { createFence } from '../../base/fence.ts';
import type { Models } from '../../models/models.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { FoundTodo } from '../todos/todo.ts';
import type { CommitmentModel } from './model.ts';

/** Queues messages for the model, while one may be asked. `onQueued` is called in the transaction. */
export function commitmentModel(models: Pick<Models, 'isUsable'>, onQueued: () => void): CommitmentModel {
  return {
    queue(db, messages) {
      if (!models.isUsable('commitments')) return;
      db.run(sql`
        INSERT INTO commitment_model_queue (message)
        SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(messages)})) ON CONFLICT DO NOTHING`);
      onQueued();
    },
  };
}

/** The first queued messages (internal ids). */
export function queuedForModel(db: ReadDb, limit: number): number[] {
  return db
    .all<{ message: number }>(sql`SELECT message FROM commitment_model_queue ORDER BY message LIMIT ${limit}`)
    .map(({ message }) => message);
}

export function removeFromModelQueue(db: WriteDb, message: number): void {
  db.run(sql`DELETE FROM commitment_model_queue WHERE message = ${message}`);
}

const answer = z.object({ promises: z.array(z.object({ sentence: z.int() })).max(100) });

/** More promises of one message are not believed. */
const maxPromises = 5;

/** The sentences among these in which a model sees a promise of the writer. It can only choose, so it invents none. */
export async function promisesAmong(
  models: Models,
  candidates: readonly FoundTodo[],
  signal: AbortSignal,
): Promise<FoundTodo[]> {
  if (candidates.length === 0) return [];
  const fence = createFence();
  const system =
    'You look for promises in a message: sentences in which the writer says that they will do something definite for the reader. Answer with a JSON object ' +
    `{"promises": [{"sentence": 1}]} with the numbers of these sentences, and an empty list if there is none. ${fence.rules}`;
  const user = (maxChars: number) => {
    const lines = candidates.map(({ span }, index) => `${index + 1}. ${span.words}`);
    while (lines.join('\n').length > maxChars - 200 && lines.length > 1) lines.pop();
    return fence.wrap(lines.join('\n'), 'the sentences of the message');
  };
  const { answer: found } = await models.json('commitments', { system, user, maxTokens: 200, answer }, signal);
  const numbers = new Set(found.promises.slice(0, maxPromises).map(({ sentence }) => sentence));
  return candidates.filter((_, index) => numbers.has(index + 1));
}
