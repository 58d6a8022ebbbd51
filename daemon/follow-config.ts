import type { Log } from './base/log.ts';
import { takeAccounts } from './account-settings.ts';
import type { AccountLoops } from './account-loops.ts';
import type { LiveConfig } from './config/live.ts';
import { changedKeys } from './config/values.ts';
import type { Announcement } from './contract/events.ts';
import { allAccounts } from './mail/accounts.ts';
import { isServed } from './mail/sync-state.ts';
import type { ReadDb, WriteDb } from './store/db.ts';

export type FollowParts = {
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
export function followConfig(parts: FollowParts): () => void {
  const { config, announce, log } = parts;
  return config.onChange((before) => {
    const keys = changedKeys(before, config.current);
    if (keys.some((key) => key.startsWith('accounts.') || key === 'general.default_account')) takeAccountsAnew(parts);
    announce({ event: 'ConfigChanged', keys, trouble: config.trouble ?? null });
    log.debug({ keys }, 'clients are told of changed settings');
  });
}

function takeAccountsAnew({ config, read, write, accounts, log }: FollowParts): void {
  write.transaction(() => takeAccounts(write, config, log));
  accounts.follow(allAccounts(read).filter(isServed));
}
