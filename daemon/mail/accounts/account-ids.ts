import { nameId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** What identifies a configured account. */
export type AccountMailbox = { key: string; provider_kind: string; email: string };

/** The kinds of servers that an account can have been created with. */
const providerKinds = ['imap', 'gmail', 'outlook', 'smtp', 'fake', 'none'];

/**
 * The id of an account that is created now: the same kind and address give the same id on every machine. It stays when
 * the kind changes.
 */
export function newAccountId({ provider_kind, email }: Pick<AccountMailbox, 'provider_kind' | 'email'>): string {
  return nameId(`account\0${provider_kind}\0${addressOf(email)}`);
}

/** Whether two configured accounts are the same mailbox on the same kind of server. */
export function isSameMailbox(
  one: Pick<AccountMailbox, 'provider_kind' | 'email'>,
  other: Pick<AccountMailbox, 'provider_kind' | 'email'>,
): boolean {
  return one.provider_kind === other.provider_kind && addressOf(one.email) === addressOf(other.email);
}

type StoredAccount = { account_id: string; key: string | null; email: string; isRemoved: number };

/**
 * The ids of the configured accounts by key: those of the stored accounts with their mail, or new ones. A stored account
 * belongs to the configured one with its key and address, else to the one whose id it has, else to one with its address,
 * because an account that is added again may have another kind of server.
 */
export function accountIdsOf(db: ReadDb, mailboxes: readonly AccountMailbox[]): Map<string, string> {
  const free = new Set(
    db.all<StoredAccount>(sql`
      SELECT account_id, key, email, EXISTS (SELECT 1 FROM account_removals WHERE account = accounts.id) AS isRemoved
      FROM accounts WHERE email <> '' ORDER BY id`),
  );
  const taken = new Map<string, string>();
  const take = (matches: (stored: StoredAccount, mailbox: AccountMailbox) => boolean) => {
    for (const mailbox of mailboxes) {
      const found = taken.has(mailbox.key) ? undefined : [...free].find((stored) => matches(stored, mailbox));
      if (!found) continue;
      free.delete(found);
      taken.set(mailbox.key, found.account_id);
    }
  };
  const hasAddress = (stored: StoredAccount, { email }: AccountMailbox) => addressOf(stored.email) === addressOf(email);
  take((stored, mailbox) => stored.key === mailbox.key && hasAddress(stored, mailbox));
  take((stored, mailbox) => stored.account_id === newAccountId(mailbox));
  take((stored, mailbox) => stored.isRemoved === 0 && hasAddress(stored, mailbox));
  const ids = new Set(taken.values());
  for (const mailbox of mailboxes) {
    if (taken.has(mailbox.key)) continue;
    const id = freeAccountId(mailbox, ids);
    ids.add(id);
    taken.set(mailbox.key, id);
  }
  return taken;
}

/** An account of another key may have been created with this kind, and have another one now. */
function freeAccountId(mailbox: AccountMailbox, ids: ReadonlySet<string>): string {
  const id = newAccountId(mailbox);
  return ids.has(id) ? nameId(`account\0${mailbox.key}`, id) : id;
}

/** Makes the ids that an account would have with other kinds of servers lead to it. */
export function saveAccountAliases(db: WriteDb): void {
  const accounts = db.all<{ id: number; email: string }>(
    sql`SELECT id, email FROM accounts WHERE email <> '' ORDER BY id`,
  );
  for (const { id, email } of accounts)
    for (const provider_kind of providerKinds)
      db.run(sql`
        INSERT OR IGNORE INTO account_aliases (alias_id, account)
        VALUES (${newAccountId({ provider_kind, email })}, ${id})`);
}

/** The present ids of accounts by those of these ids that are aliases. */
export function presentAccountIds(db: ReadDb, ids: readonly string[]): Map<string, string> {
  const rows = db.all<{ id: string; present: string }>(sql`
    SELECT alias_id AS id, a.account_id AS present FROM account_aliases JOIN accounts a ON a.id = account
    WHERE alias_id IN (SELECT value FROM json_each(${jsonList(ids)}))
      AND NOT EXISTS (SELECT 1 FROM accounts WHERE account_id = alias_id)`);
  return new Map(rows.map(({ id, present }) => [id, present]));
}

function addressOf(email: string): string {
  return email.trim().toLowerCase();
}
