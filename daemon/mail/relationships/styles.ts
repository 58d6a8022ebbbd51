import { createHash } from 'node:crypto';
import { instantOf } from '../../base/clock.ts';
import type { RelationshipProfile } from '../../contract/relationship.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { MessageStyle } from './message-style.ts';

/** Stores how a message (internal id) is written. */
export function saveStyle(
  db: WriteDb,
  message: number,
  { sentences, words, formality }: MessageStyle,
  now: Date,
): void {
  db.run(sql`
    INSERT INTO message_styles (message, sentences, words, formality, read_at)
    SELECT id, ${sentences}, ${words}, ${formality}, ${now.getTime()} FROM messages WHERE id = ${message}
    ON CONFLICT (message) DO UPDATE SET sentences = excluded.sentences, words = excluded.words,
      formality = excluded.formality, read_at = excluded.read_at`);
}

/** So many of the newest messages of each side count. */
const maxMessages = 200;
/** Fewer messages tell nothing. */
const minMessages = 3;

type Side = {
  messages: number;
  sentences: number;
  words: number;
  formality: number | null;
  read_at: number;
  ids: string;
};

/** How the user and a person write to each other, from the internal ids of their messages, the oldest first. */
export function styleOf(
  db: ReadDb,
  { sent, received }: { sent: readonly number[]; received: readonly number[] },
): RelationshipProfile['style'] {
  const [own, theirs] = [sideOf(db, sent), sideOf(db, received)];
  if (own.messages < minMessages || theirs.messages < minMessages) return null;
  return {
    avg_sentence_len: wordsInSentence(own),
    avg_sentence_len_theirs: wordsInSentence(theirs),
    formality_score: scoreOf(own),
    formality_score_theirs: scoreOf(theirs),
    msg_count_used: own.messages,
    msg_count_used_theirs: theirs.messages,
    computed_at: instantOf(new Date(Math.max(own.read_at, theirs.read_at))),
    source_hash: createHash('sha256').update(`${own.ids} ${theirs.ids}`).digest('hex').slice(0, 16),
  };
}

function sideOf(db: ReadDb, messages: readonly number[]): Side {
  const none = { messages: 0, sentences: 0, words: 0, formality: null, read_at: 0, ids: '' };
  return (
    db.get<Side>(sql`
      SELECT count(*) AS messages, coalesce(sum(sentences), 0) AS sentences, coalesce(sum(words), 0) AS words,
        avg(formality) AS formality, coalesce(max(read_at), 0) AS read_at, coalesce(group_concat(message), '') AS ids
      FROM message_styles WHERE message IN (SELECT value FROM json_each(${jsonList(messages.slice(-maxMessages))}))`) ??
    none
  );
}

function wordsInSentence({ words, sentences }: Side): number {
  return Math.round((10 * words) / Math.max(1, sentences)) / 10;
}

/** Where nothing tells, it is neither formal nor familiar. */
function scoreOf({ formality }: Side): number {
  return Math.round(formality ?? 50) / 100;
}
