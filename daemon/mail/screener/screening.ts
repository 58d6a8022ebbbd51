import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Decision } from './decision.ts';
import { decisionsFor, type MailOrigin } from './decisions.ts';
import { ownSendersOf } from './own-senders.ts';
import { waitingAmong } from './waiting-senders.ts';

/** What the screener does with received mail: a decision of the user applies to it, or it waits for one. */
export type Screening = Decision | 'waiting';

/** `isAsking`: unknown senders wait, as `[screener].enabled` says. */
export type ScreeningOptions = { isAsking: boolean; now: Date };

/** What the screener does with some messages, by internal id. Mail that it leaves alone is left out. */
export function screeningsOf(
  db: ReadDb,
  messages: readonly number[],
  { isAsking, now }: ScreeningOptions,
): Map<number, Screening> {
  const own = ownSendersOf(db);
  const received = db.all<MailOrigin & { id: number }>(
    sql`
        SELECT id, account, from_email, list_id FROM messages
        WHERE id IN (SELECT value FROM json_each(${jsonList(messages)})) AND direction = 'inbound'`,
  );
  const decisions = decisionsFor(db, received);
  const screenings = new Map<number, Screening>();
  for (const [at, { id, from_email }] of received.entries()) {
    const decision = decisions[at];
    if (decision && !own.isOwnAddress(from_email)) screenings.set(id, decision);
  }
  const undecided = received.flatMap(({ id }) => (screenings.has(id) ? [] : id));
  if (isAsking) for (const { id } of waitingAmong(db, undecided, { now })) screenings.set(id, 'waiting');
  return screenings;
}

/** Whether mail is in no mode and causes no notification: it is denied, or waits. */
export function isHeldBack(screening: Screening | undefined): boolean {
  return screening === 'waiting' || screening?.disposition === 'deny';
}

/** Whether new mail may cause a notification: mail of an unknown sender, and mail that goes elsewhere than to Messages, may not. */
export function mayNotify(screening: Screening | undefined): boolean {
  return screening === undefined || (screening !== 'waiting' && screening.disposition === 'allow');
}
