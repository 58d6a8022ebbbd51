import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { displayChange, type ApplyDeps } from '../mutations/apply.ts';

export type TodoAnnouncer = {
  db: ReadDb;
  accounts: () => readonly Account[];
  onMutationResult: ApplyDeps['onMutationResult'];
};

/** Tells clients that to-dos in messages (internal ids) have changed, as they learn of other changes to messages. */
export function announceChangedTodos(
  { db, accounts, onMutationResult }: TodoAnnouncer,
  messages: readonly number[],
): void {
  const owners = messages.flatMap((message) => {
    const row = db.get<{ account: number }>(sql`SELECT account FROM messages WHERE id = ${message}`);
    return row ? [{ message, account: row.account }] : [];
  });
  for (const [id, own] of Map.groupBy(owners, ({ account }) => account)) {
    const account = accounts().find((each) => each.id === id);
    if (account)
      onMutationResult(
        displayChange(
          account,
          own.map(({ message }) => message),
        ),
      );
  }
}
