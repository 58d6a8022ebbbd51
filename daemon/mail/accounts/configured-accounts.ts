import type { Log } from '../../base/log.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import { accountIdsOf, isSameMailbox, type AccountMailbox } from './account-ids.ts';
import { saveAccounts, type Account, type AccountSetting } from './accounts.ts';
import { reclassifyAsSent } from './message-direction.ts';
import { relinkDrafts } from '../drafts/drafts.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { ConfigSource } from '../../config/config-source.ts';

/** Makes the stored accounts those of the configuration, in a transaction of the caller's. */
export function saveConfiguredAccounts(db: WriteDb, config: ConfigSource, log: Log): void {
  const addresses = saveAccounts(db, configuredAccounts(config, log), config.current.general.default_account);
  for (const address of addresses) reclassifyAsSent(db, address);
  relinkDrafts(db);
}

/** The accounts of the configuration. One mailbox under two keys is one account: the first key counts. */
function configuredAccounts({ current }: ConfigSource, log: Log): AccountSetting[] {
  const settings: AccountSetting[] = [];
  for (const [key, account] of Object.entries(current.accounts)) {
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
export function mailboxOf(key: string, { email, sync, send }: MailboxConfig): AccountMailbox {
  return { key, email, provider_kind: sync?.type ?? send?.type ?? 'none' };
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

/** The configuration of an account that is configured. */
export function accountConfigOf({ current }: ConfigSource, { key }: Account): AccountConfig {
  const accountConfig = key === null ? undefined : current.accounts[key];
  if (!accountConfig) throw new Error('an account without configuration has no provider');
  return accountConfig;
}

/** All that an account's connection depends on: while it stays the same, the connection does. */
export function connectionSettingsOf(config: ConfigSource, { account_id, key, name, email }: Account): string {
  return JSON.stringify([account_id, key, name, email, key === null ? undefined : config.current.accounts[key]]);
}
