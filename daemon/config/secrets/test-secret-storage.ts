import { join } from 'node:path';
import { movableClock, type Clock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { Environment } from '../paths.ts';
import { openKeychain } from './keychain.ts';
import { createSecretStorage } from './secret-storage.ts';
import { openSecrets } from './secrets.ts';
import { signInStore } from './sign-ins.ts';
import { testKeychain } from './test-keychain.ts';
import { openVault } from './vault.ts';

/** What libsecret says where there is no Secret Service. */
export const absentKeychain = 'The name org.freedesktop.secrets was not provided by any .service files';

/** A small cost of scrypt, so that tests do not wait for it. */
export const testVaultN = 2 ** 10;

type TestStorageOptions = {
  instance?: string;
  env?: Environment;
  clock?: Clock;
  held?: ReturnType<typeof testKeychain>;
};

/** Every store of secrets of an instance, in the files of `home` and a keychain in memory. */
export function testSecretStorage(
  home: string,
  {
    instance = 'posthorn-test',
    env = {},
    clock = movableClock('2026-03-10T08:00:00Z'),
    held = testKeychain(),
  }: TestStorageOptions = {},
) {
  const paths = {
    instance,
    secretsFile: join(home, 'secrets.toml'),
    vaultFile: join(home, 'vault.json'),
    tokenDir: join(home, 'tokens'),
    dataDir: join(home, 'data'),
  };
  const log = silentLog;
  const keychain = openKeychain({
    service: instance,
    clock,
    platform: 'linux',
    load: async () => held,
    unlock: async () => 'unknown',
  });
  const vault = openVault({ file: paths.vaultFile, clock, N: testVaultN });
  return {
    paths,
    held,
    keychain,
    vault,
    secrets: openSecrets({ paths, env, keychain, vault }),
    signIns: signInStore({ paths, keychain, vault }),
    secretStorage: createSecretStorage({ paths, env, keychain, vault, log }),
  };
}
