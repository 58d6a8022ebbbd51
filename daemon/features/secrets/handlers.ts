import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { ConfigSource } from '../../config/config-source.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { SecretStorage } from '../../config/secrets/secret-storage.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { accountConfigs } from '../../mail/accounts/runtime-accounts.ts';
import { isSending } from '../../mail/outbox/outbox.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import type { ReadDb } from '../../store/db.ts';
import type { secretsRequests } from './contract.ts';
import { secretRefs } from './secret-refs.ts';

type SecretsDeps = {
  /** Undefined if there are no secrets, as in a demo. */
  secretStorage: SecretStorage | undefined;
  browserSignIn: BrowserSignIn | undefined;
  clock: Clock;
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
  /** Clients show where passwords are now. */
  const announceChange = () => announce({ event: 'ConfigChanged', keys: ['secrets'], trouble: config.trouble ?? null });
  /** All accounts connect anew, with the secrets that they can have now. */
  const restartAccounts = () => {
    for (const { account_id } of allAccounts()) restartAccount(account_id);
  };
  const applyChange = () => {
    announceChange();
    restartAccounts();
  };
  return {
    get: () => requireStorage().locations(),
    async move({ to }) {
      const storage = requireStorage();
      const { moved, left } = await storage.move(to, refs());
      applyChange();
      return { moved, left, secrets: await storage.locations() };
    },
    async createVault({ passphrase }) {
      const storage = requireStorage();
      await storage.vault.create(passphrase);
      const { moved, left } = await storage.move('vault', refs());
      applyChange();
      return { moved, left, secrets: await storage.locations() };
    },
    async unlockVault({ passphrase }) {
      const storage = requireStorage();
      await storage.vault.unlock(passphrase);
      applyChange();
      return storage.locations();
    },
    async lockVault() {
      const storage = requireStorage();
      await storage.vault.lock();
      deps.browserSignIn?.signIns.forget();
      announceChange();
      await untilSent(deps);
      restartAccounts();
      return storage.locations();
    },
    async changePassphrase({ passphrase, new_passphrase }) {
      const storage = requireStorage();
      await storage.vault.changePassphrase(passphrase, new_passphrase);
      applyChange();
      return storage.locations();
    },
    async forgetVault() {
      const storage = requireStorage();
      const moved_to = storage.vault.setAside();
      applyChange();
      return { moved_to, secrets: await storage.locations() };
    },
  };
}

const sendPollMs = 200;
/** One that takes longer is sent again with the passphrase, if its server has not received all of it. */
const maxSendWaitMs = 30_000;

/** The servers of messages that are being sent receive them over the connections that there are. */
async function untilSent({ read, clock }: Pick<SecretsDeps, 'read' | 'clock'>): Promise<void> {
  for (let waited = 0; waited < maxSendWaitMs && isSending(read); waited += sendPollMs) await clock.wait(sendPollMs);
}
