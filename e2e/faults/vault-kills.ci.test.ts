import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { testFolder } from '../../daemon/test-folder.ts';
import { secretOf, storesIn, vaultPassphrase, vaultRefs } from './vault-kills.ts';

const program = join(import.meta.dirname, 'vault-kills.ts');

test('a kill at any moment of moving secrets, or of changing the passphrase, loses none of them', async () => {
  const home = testFolder();
  const start = storesIn(home);
  for (const ref of vaultRefs.passwords) await start.secrets.set(ref, secretOf(ref));
  for (const ref of vaultRefs.signIns) await start.signIns.set(ref, { refresh_token: secretOf(ref) });
  for (let kill = 0; kill < 12; kill++) {
    const child = fork(program, [home], { stdio: 'inherit' });
    const failed = once(child, 'exit').then(() => assert.fail('the moves ended'));
    await Promise.race([once(child, 'message'), failed]);
    failed.catch(() => undefined);
    // Each kill comes at another moment of the moves, which take some 100 ms.
    await wait(kill * 7);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    const { vault, secrets, signIns } = storesIn(home);
    if (vault.state() === 'locked') await vault.unlock(vaultPassphrase);
    for (const ref of vaultRefs.passwords) assert.equal(await secrets.get(ref), secretOf(ref), `${ref} after ${kill}`);
    for (const ref of vaultRefs.signIns)
      assert.equal((await signIns.get(ref))?.['refresh_token'], secretOf(ref), `${ref} after ${kill}`);
  }
});
