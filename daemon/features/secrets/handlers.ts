import { Failure } from '../../base/failure.ts';
import type { ConfigSource } from '../../config/config-source.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { SecretStorage } from '../../config/secrets/secret-storage.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { accountConfigs } from '../../mail/accounts/runtime-accounts.ts';
import type { ReadDb } from '../../store/db.ts';
import type { secretsRequests } from './contract.ts';
import { secretRefs } from './secret-refs.ts';

type SecretsDeps = {
  /** Undefined if there are no secrets, as in a demo. */
  secretStorage: SecretStorage | undefined;
  config: ConfigSource & Pick<LiveConfig, 'trouble'>;
  read: ReadDb;
  allAccounts: () => Account[];
  /** The account signs in again. */
  restartAccount: (account_id: string) => void;
  announce: (announcement: Announcement) => void;
};

export function secretsHandlers(deps: SecretsDeps): Handlers<typeof secretsRequests> {
  const { secretStorage, config, read, allAccounts, restartAccount, announce } = deps;
  const requireStorage = () => {
    if (secretStorage) return secretStorage;
    throw new Failure('unsupported', 'no_secrets', 'A demo keeps no passwords, so there is nothing to look for here.');
  };
  const refs = () => secretRefs(accountConfigs(read, config));
  /** Clients show where passwords are now, and all accounts try again. */
  const announceChange = () => {
    announce({ event: 'ConfigChanged', keys: ['secrets'], trouble: config.trouble ?? null });
    for (const { account_id } of allAccounts()) restartAccount(account_id);
  };
  return {
    get: () => requireStorage().locations(),
    async move({ to }) {
      const storage = requireStorage();
      const { moved, left } = await storage.move(to, refs());
      announceChange();
      return { moved, left, secrets: await storage.locations() };
    },
    async createVault({ passphrase }) {
      const storage = requireStorage();
      await storage.vault.create(passphrase);
      const { moved, left } = await storage.move('vault', refs());
      announceChange();
      return { moved, left, secrets: await storage.locations() };
    },
    async unlockVault({ passphrase }) {
      const storage = requireStorage();
      await storage.vault.unlock(passphrase);
      announceChange();
      return storage.locations();
    },
    async changePassphrase({ passphrase, new_passphrase }) {
      const storage = requireStorage();
      await storage.vault.changePassphrase(passphrase, new_passphrase);
      announceChange();
      return storage.locations();
    },
    async forgetVault() {
      const storage = requireStorage();
      const moved_to = storage.vault.setAside();
      announceChange();
      return { moved_to, secrets: await storage.locations() };
    },
  };
}
