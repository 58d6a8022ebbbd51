import type { Core } from './core.ts';
import { changedKeys } from './config/toml/values.ts';

type ConfigReloadDeps = Pick<Core, 'config' | 'reloadAccounts' | 'announce' | 'callerChanges' | 'log'>;

/**
 * Takes over what changes in the configuration while the daemon runs, and tells clients. Accounts come, go and begin anew;
 * everything else is read where it is needed. Ends with what it answers.
 */
export function reloadOnConfigChange(deps: ConfigReloadDeps): () => void {
  const { config, reloadAccounts, announce, callerChanges, log } = deps;
  return config.onChange((before) => {
    const keys = changedKeys(before, config.current);
    if (keys.some((key) => key.startsWith('accounts.') || key === 'general.default_account')) reloadAccounts();
    callerChanges.notify();
    announce({ event: 'ConfigChanged', keys, trouble: config.trouble ?? null });
    log.debug({ keys }, 'clients are told of changed settings');
  });
}
