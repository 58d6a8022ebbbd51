import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { OutboxState } from '../outbox/outbox.ts';

/** The user's reply to an invitation. */
export type InviteAnswer = {
  invite_id: string;
  draft_id: string;
  send_id: string;
  /** The state of the message that contains the reply. */
  state: OutboxState;
  /** Why it was not sent, or may not have been sent; null if there is no problem. */
  trouble: string | null;
  /** The invited address. */
  email: string;
  partstat: 'accepted' | 'tentative' | 'declined';
  comment: string | null;
  /** The SEQUENCE of the event that the reply refers to. */
  sequence: number;
  /** The DTSTAMP of the reply: of two replies, the later counts. */
  answered_at: string;
};

/** Call it in the transaction that queues the message of the reply; the outbox then updates its state. */
export function saveInviteAnswer(
  db: WriteDb,
  { account, ...answer }: Omit<InviteAnswer, 'state' | 'trouble'> & { account: number },
): void {
  db.run(sql`
    INSERT INTO invite_replies (account, invite_id, draft_id, send_id, state, email, partstat, comment, sequence, answered_at)
    VALUES (${account}, ${answer.invite_id}, ${answer.draft_id}, ${answer.send_id}, 'queued', ${answer.email},
      ${answer.partstat}, ${answer.comment}, ${answer.sequence}, ${answer.answered_at})`);
}

/** The user's replies to these events, oldest first. */
export function ownAnswersTo(db: ReadDb, invite_ids: readonly string[]): InviteAnswer[] {
  return db.all(sql`
    SELECT a.invite_id, a.draft_id, a.send_id, a.state, json_extract(o.trouble, '$.message') AS trouble, a.email, a.partstat,
      a.comment, a.sequence, a.answered_at
    FROM invite_replies a LEFT JOIN outbox o ON o.send_id = a.send_id
    WHERE a.invite_id IN (SELECT value FROM json_each(${jsonList(invite_ids)})) ORDER BY a.id`);
}

/** Whether a reply counts: it was sent, is being sent, or may have been sent. */
export function isAnswerEffective({ state }: Pick<InviteAnswer, 'state'>): boolean {
  return state !== 'failed' && state !== 'cancelled';
}
