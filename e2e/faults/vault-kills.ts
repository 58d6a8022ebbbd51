/** Moves secrets into a vault and out of it again and again, until it is killed. `node vault-kills.ts HOME` */
import { testSecretStorage } from '../../daemon/config/secrets/test-secret-storage.ts';

export const vaultPassphrase = 'four words of mine';
export const vaultRefs = {
  passwords: Array.from({ length: 6 }, (_, number) => `password-${number}`),
  signIns: Array.from({ length: 3 }, (_, number) => `sign-in-${number}`),
};

/** The value of each secret, which never changes. */
export const secretOf = (ref: string) => `secret of ${ref} `.repeat(20);

/** The stores without a keychain, so that all secrets are in files. */
export function storesIn(home: string) {
  const stores = testSecretStorage(home, { env: { SVC_KEYCHAIN: 'off' } });
  stores.held.trouble = 'The name org.freedesktop.secrets was not provided by any .service files';
  return stores;
}

if (import.meta.main) await moveForever(process.argv[2] ?? '');

async function moveForever(home: string): Promise<never> {
  const { vault, secretStorage } = storesIn(home);
  const passphrase = vaultPassphrase;
  for (;;) {
    if (vault.state() === 'none') await vault.create(passphrase);
    if (vault.state() === 'locked') await vault.unlock(passphrase);
    await secretStorage.move('vault', vaultRefs);
    await vault.changePassphrase(passphrase, passphrase);
    process.send?.('in');
    await secretStorage.move('file', vaultRefs);
    process.send?.('out');
  }
}
