import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import { accountIdsOf, isSameMailbox, type AccountMailbox } from './account-ids.ts';
import { saveAccounts, type Account, type AccountSetting } from './accounts.ts';
import { accountConfigs, removeRuntimeAccount, type AccountConfigs } from './runtime-accounts.ts';
import { reclassifyAsSent } from './message-direction.ts';
import { relinkDrafts } from '../drafts/drafts.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { ConfigSource } from '../../config/config-source.ts';

/**
 * Makes the stored accounts those of the configuration and the runtime accounts, in a transaction of the caller's. A runtime
 * account that the configuration has now is one of the configuration.
 */
export function saveConfiguredAccounts(db: WriteDb, config: ConfigSource, log: Log): void {
  for (const key of Object.keys(config.current.accounts)) removeRuntimeAccount(db, key);
  const settings = configuredAccounts(accountConfigs(db, config), log);
  const addresses = saveAccounts(db, settings, config.current.general.default_account);
  for (const address of addresses) reclassifyAsSent(db, address);
  relinkDrafts(db);
}

/** The settings of accounts. One mailbox under two keys is one account: the first key counts. */
function configuredAccounts(accounts: AccountConfigs, log: Log): AccountSetting[] {
  const settings: AccountSetting[] = [];
  for (const [key, account] of Object.entries(accounts)) {
    const { name, email, enabled, sync, send } = account;
    const mailbox = mailboxOf(key, account);
    const first = settings.find((setting) => isSameMailbox(setting, mailbox));
    if (first)
      log.warn({ key }, `[accounts.${key}] is the mailbox of [accounts.${first.key}] once more and is left out`);
    else
      settings.push({ ...mailbox, name, email, sync_kind: sync?.type ?? null, send_kind: send?.type ?? null, enabled });
  }
  return settings;
}

type MailboxConfig = {
  email: string;
  sync?: { type: string } | null | undefined;
  send?: { type: string } | null | undefined;
};

/** What identifies an account of the configuration. */
function mailboxOf(key: string, { email, sync, send }: MailboxConfig): AccountMailbox {
  return { key, email, provider_kind: sync?.type ?? send?.type ?? 'none' };
}

/** Throws `Failure` conflict `same_mailbox` if an account of another key is the same mailbox. */
export function refuseDuplicate(
  account: MailboxConfig & { key: string },
  accounts: Readonly<Record<string, MailboxConfig & { name: string }>>,
): void {
  const mailbox = mailboxOf(account.key, account);
  const duplicate = Object.entries(accounts).find(
    ([key, each]) => key !== account.key && isSameMailbox(mailboxOf(key, each), mailbox),
  );
  if (!duplicate) return;
  const [key, { name, email }] = duplicate;
  const message = `${email} is already set up as ${name} [accounts.${key}]. Change that one, or remove it first.`;
  throw new Failure('conflict', 'same_mailbox', message, { key });
}

/** The id of the stored account of a configured one, or the id that it will have once it is stored. */
export function configuredAccountId(
  db: ReadDb,
  accounts: Readonly<Record<string, MailboxConfig>>,
  key: string,
): string | undefined {
  const mailboxes = Object.entries(accounts).map(([each, account]) => mailboxOf(each, account));
  return accountIdsOf(db, mailboxes).get(key);
}

/** The configuration of an account that is configured or a runtime account. */
export function accountConfigOf(db: ReadDb, config: ConfigSource, { key }: Account): AccountConfig {
  const accountConfig = key === null ? undefined : accountConfigs(db, config)[key];
  if (!accountConfig) throw new Error('an account without configuration has no provider');
  return accountConfig;
}

/** All that an account's connection depends on: while it stays the same, the connection does. */
export function connectionSettingsOf(
  db: ReadDb,
  config: ConfigSource,
  { account_id, key, name, email }: Account,
): string {
  return JSON.stringify([account_id, key, name, email, key === null ? undefined : accountConfigs(db, config)[key]]);
}
