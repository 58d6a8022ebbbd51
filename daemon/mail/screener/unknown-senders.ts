import type { ReadDb } from '../../store/db.ts';
import { kindsOf, type MessageKind } from '../classification/store.ts';
import { senderValue } from './decision.ts';
import { askedAgainIn, waitingIn, type WaitingMessage } from './waiting-senders.ts';

/** An unknown sender, by its newest message that waits. Those who write to an unknown list are one entry. */
export type UnknownSender = {
  newest: WaitingMessage;
  kind: MessageKind | undefined;
  /** Set where the entry stands for all who write to the list. */
  list_id: string | null;
  isAskedAgain: boolean;
};

/** The unknown senders of an account, the latest first. */
export function unknownSendersIn(db: ReadDb, account: number, { now }: { now: Date }): UnknownSender[] {
  const waiting = waitingIn(db, account, { now });
  const askedAgain = askedAgainIn(db, account);
  const again = new Set(askedAgain.map(({ from_email }) => senderValue(from_email)));
  const kinds = kindsOf(
    db,
    [...waiting, ...askedAgain].map(({ id }) => id),
  );
  const found = new Map<string, UnknownSender>();
  for (const newest of [...waiting, ...askedAgain].toSorted((one, other) => other.sort_key - one.sort_key)) {
    const kind = kinds.get(newest.id);
    const sender = senderValue(newest.from_email);
    const isAskedAgain = again.has(sender);
    const list_id = !isAskedAgain && kind?.kind === 'list' && newest.list_id ? newest.list_id : null;
    const key = list_id === null ? sender : `list ${list_id}`;
    if (!found.has(key)) found.set(key, { newest, kind, list_id, isAskedAgain });
  }
  return [...found.values()];
}
