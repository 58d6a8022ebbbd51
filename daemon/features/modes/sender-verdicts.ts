import type { Trust } from '../../contract/trust.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { messagesByIds, type Message } from '../../mail/messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';

type TrustOf = (db: ReadDb, accounts: readonly Account[], message: Message) => Trust | undefined;

/** The verdict on the sender of a message (internal id), to whom the user has sent so many messages; undefined without a source. */
export type VerdictOf = (
  db: ReadDb,
  accounts: readonly Account[],
  message: { id: number; sent: number },
) => Trust['verdict'] | undefined;

/** So many verdicts are kept. */
const maxKept = 2_000;

/** Reads verdicts. One is kept until the user has written to the sender once more, because it takes reading the message. */
export function verdictReader(trustOf: TrustOf): VerdictOf {
  const verdicts = new Map<string, Trust['verdict'] | undefined>();
  return (db, accounts, { id, sent }) => {
    const key = `${id} ${sent}`;
    if (!verdicts.has(key)) {
      if (verdicts.size >= maxKept) verdicts.clear();
      const [message] = messagesByIds(db, [id]);
      verdicts.set(key, message && trustOf(db, accounts, message)?.verdict);
    }
    return verdicts.get(key);
  };
}
