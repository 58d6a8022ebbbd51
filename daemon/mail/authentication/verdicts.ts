import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Trust } from '../../contract/trust.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { allAccounts, type Account } from '../accounts/accounts.ts';
import { kindsOf } from '../classification/store.ts';
import { messagesByIds, type Message } from '../messages/messages.ts';
import { trustReader } from './trust.ts';

export type Verdict = Trust['verdict'];

/** A message (internal id), and how many messages the user has sent to its sender. */
type AssessedMessage = { id: number; sent: number };

/** The verdicts on the senders of messages, by internal id. Those without a source have none. */
export type VerdictsOf = (
  db: ReadDb,
  accounts: readonly Account[],
  messages: readonly AssessedMessage[],
) => ReadonlyMap<number, Verdict>;

/** A verdict to store; undefined for a message that is not here. */
export type FoundVerdict = { message: number; basis: string; verdict: Verdict | undefined };

/** It grows with every change of the rules. */
const rulesVersion = 1;
/** So many verdicts are kept that are not stored. */
const maxKept = 2_000;
/** A verdict also depends on other mail, so that it is concluded again from time to time while the message is new. */
const againMs = 86_400_000;
const newForMs = 30 * 86_400_000;

/** Queues messages, by internal id: the verdicts on their senders are stored before they are asked for. */
export function queueVerdicts(db: WriteDb, messages: readonly number[], now: Date): void {
  db.run(sql`
    INSERT INTO sender_verdicts (message, next_at)
    SELECT value, ${instantOf(now)} FROM json_each(${jsonList(messages)}) WHERE true
    ON CONFLICT (message) DO UPDATE SET next_at = excluded.next_at`);
}

/** The check of a message has ended, of which a verdict is stored. */
export function renewVerdict(db: WriteDb, message: number, now: Date): void {
  db.run(sql`UPDATE sender_verdicts SET next_at = ${instantOf(now)} WHERE message = ${message}`);
}

/** The first messages, by internal id, on whose senders a verdict is due. */
export function dueVerdicts(db: ReadDb, now: Date, limit: number): number[] {
  return db
    .all<{ message: number }>(
      sql`SELECT message FROM sender_verdicts WHERE next_at <= ${instantOf(now)} ORDER BY next_at, message LIMIT ${limit}`,
    )
    .map(({ message }) => message);
}

/** Stores verdicts on messages that are still queued. Those of which nothing was found are not tried again. */
export function saveVerdicts(
  db: WriteDb,
  messages: readonly number[],
  { found, now }: { found: readonly FoundVerdict[]; now: Date },
): void {
  const [again, newSince] = [now.getTime() + againMs, Math.floor((now.getTime() - newForMs) / 1000)];
  const byMessage = new Map(found.map((each) => [each.message, each]));
  for (const message of messages) {
    const { basis = null, verdict = null } = byMessage.get(message) ?? {};
    db.run(sql`
      UPDATE sender_verdicts SET basis = ${basis}, verdict = ${verdict}, next_at = CASE
        WHEN ${basis} IS NOT NULL AND (SELECT sort_key FROM messages WHERE id = ${message}) >= ${newSince}
        THEN ${instantOf(new Date(again))} END
      WHERE message = ${message}`);
  }
}

type VerdictReaderOptions = { blobs: string; forwarders: () => readonly string[] };

/** Reads the verdicts that are stored, and concludes the others, which takes reading the messages. */
export function verdictsReader(options: VerdictReaderOptions): VerdictsOf {
  const trustOf = trustReader(options);
  const kept = new Map<string, Verdict | undefined>();
  return (db, accounts, messages) => {
    const states = statesOf(db, messages);
    const basisOf = basisIn(accounts, options.forwarders());
    const verdicts = new Map<number, Verdict>();
    for (const message of messages) {
      const state = states.get(message.id);
      if (!state) continue;
      const basis = basisOf(message, state);
      const verdict = state.basis === basis ? (state.verdict ?? undefined) : keptOrFound(message.id, basis);
      if (verdict) verdicts.set(message.id, verdict);
    }
    return verdicts;

    function keptOrFound(id: number, basis: string): Verdict | undefined {
      const key = `${id} ${basis}`;
      if (!kept.has(key)) {
        if (kept.size >= maxKept) kept.clear();
        kept.set(key, verdictOn(trustOf, db, { accounts, id }));
      }
      return kept.get(key);
    }
  };
}

/** Concludes the verdicts on the senders of messages, by internal id, as a caller who sees all accounts gets them. */
export function findVerdicts(
  db: ReadDb,
  { blobs, forwarders }: { blobs: string; forwarders: readonly string[] },
  messages: readonly number[],
): FoundVerdict[] {
  const trustOf = trustReader({ blobs, forwarders: () => forwarders });
  const accounts = allAccounts(db);
  const kinds = kindsOf(db, messages);
  const asked = messages.map((id) => ({ id, sent: kinds.get(id)?.sent ?? 0 }));
  const states = statesOf(db, asked);
  const basisOf = basisIn(accounts, forwarders);
  return asked.flatMap((message) => {
    const state = states.get(message.id);
    if (!state) return [];
    const verdict = verdictOn(trustOf, db, { accounts, id: message.id });
    return [{ message: message.id, basis: basisOf(message, state), verdict }];
  });
}

/** A damaged message proves nothing; its damage is reported when it is opened. */
function verdictOn(
  trustOf: ReturnType<typeof trustReader>,
  db: ReadDb,
  { accounts, id }: { accounts: readonly Account[]; id: number },
): Verdict | undefined {
  const [message]: (Message | undefined)[] = messagesByIds(db, [id]);
  try {
    return message && trustOf(db, accounts, message)?.verdict;
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'source_damaged') return undefined;
    throw failed;
  }
}

/** What is stored about a message, and whether Posthorn checks it by itself: 0 if not, 1 while that is pending, 2 if it has. */
type State = { id: number; basis: string | null; verdict: Verdict | null; check_state: 0 | 1 | 2 };

function statesOf(db: ReadDb, messages: readonly AssessedMessage[]): Map<number, State> {
  const rows = db.all<State>(sql`
    SELECT m.id, v.basis, v.verdict,
      CASE WHEN c.message IS NULL THEN 0 WHEN c.next_at IS NOT NULL THEN 1 ELSE 2 END AS check_state
    FROM json_each(${jsonList(messages.map(({ id }) => id))}) asked JOIN messages m ON m.id = asked.value
    LEFT JOIN sender_verdicts v ON v.message = m.id LEFT JOIN sender_checks c ON c.message = m.id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A verdict holds for those who see these accounts, until the user writes to the sender or a check of the message ends. */
function basisIn(accounts: readonly Account[], forwarders: readonly string[]) {
  const ids = accounts.map(({ id }) => id).toSorted((one, other) => one - other);
  return ({ sent }: AssessedMessage, { check_state }: State) =>
    JSON.stringify([rulesVersion, sent > 0, check_state, ids, forwarders]);
}
