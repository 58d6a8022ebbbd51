import type { Log } from './base/log.ts';
import { saveConfiguredAccounts } from './mail/accounts/configured-accounts.ts';
import type { AccountLoops } from './account-loops.ts';
import type { LiveConfig } from './config/live-config.ts';
import { changedKeys } from './config/toml/values.ts';
import type { Announcement } from './contract/events.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import { hasServer } from './mail/accounts/sync-status.ts';
import type { ReadDb, WriteDb } from './store/db.ts';

export type ConfigReloadDeps = {
  config: LiveConfig;
  read: ReadDb;
  write: WriteDb;
  accounts: AccountLoops;
  announce: (announcement: Announcement) => void;
  log: Log;
};

/**
 * Takes over what changes in the configuration while the daemon runs, and tells clients. Accounts come, go and begin anew;
 * everything else is read where it is needed. Ends with what it answers.
 */
export function reloadOnConfigChange(deps: ConfigReloadDeps): () => void {
  const { config, announce, log } = deps;
  return config.onChange((before) => {
    const keys = changedKeys(before, config.current);
    if (keys.some((key) => key.startsWith('accounts.') || key === 'general.default_account')) reloadAccounts(deps);
    announce({ event: 'ConfigChanged', keys, trouble: config.trouble ?? null });
    log.debug({ keys }, 'clients are told of changed settings');
  });
}

function reloadAccounts({ config, read, write, accounts, log }: ConfigReloadDeps): void {
  write.transaction(() => saveConfiguredAccounts(write, config, log));
  accounts.setAccounts(allAccounts(read).filter(hasServer));
}
