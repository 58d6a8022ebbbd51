import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { OutboxState } from '../outbox/outbox.ts';

/** What the owner answered to an event from here. */
export type InviteAnswer = {
  invite_id: string;
  draft_id: string;
  send_id: string;
  /** Of the mail that says so. */
  state: OutboxState;
  /** Why it did not go, or is not known to have gone; null where nothing went wrong. */
  trouble: string | null;
  /** The address that was invited. */
  email: string;
  partstat: 'accepted' | 'tentative' | 'declined';
  comment: string | null;
  /** The form of the event that was answered. */
  sequence: number;
  /** The DTSTAMP of the answer: of two, the later holds. */
  answered_at: string;
};

/** In the transaction in which its mail is queued; what becomes of that is noted by itself. */
export function saveInviteAnswer(
  db: WriteDb,
  { account, ...answer }: Omit<InviteAnswer, 'state' | 'trouble'> & { account: number },
): void {
  db.run(sql`
    INSERT INTO invite_replies (account, invite_id, draft_id, send_id, state, email, partstat, comment, sequence, answered_at)
    VALUES (${account}, ${answer.invite_id}, ${answer.draft_id}, ${answer.send_id}, 'queued', ${answer.email},
      ${answer.partstat}, ${answer.comment}, ${answer.sequence}, ${answer.answered_at})`);
}

/** What the owner answered to these events, oldest first. */
export function ownAnswersTo(db: ReadDb, invite_ids: readonly string[]): InviteAnswer[] {
  return db.all(sql`
    SELECT a.invite_id, a.draft_id, a.send_id, a.state, json_extract(o.trouble, '$.message') AS trouble, a.email, a.partstat,
      a.comment, a.sequence, a.answered_at
    FROM invite_replies a LEFT JOIN outbox o ON o.send_id = a.send_id
    WHERE a.invite_id IN (SELECT value FROM json_each(${jsonList(invite_ids)})) ORDER BY a.id`);
}

/** Whether an answer counts: it went, is on its way, or may have gone. */
export function isAnswerEffective({ state }: Pick<InviteAnswer, 'state'>): boolean {
  return state !== 'failed' && state !== 'cancelled';
}
