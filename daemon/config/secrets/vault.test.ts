import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { testFolder } from '../../test-folder.ts';
import { newDerivation } from './vault-cipher.ts';
import { absentKeychain, testSecretStorage, testVaultN } from './test-secret-storage.ts';
import { openVault } from './vault.ts';

const passphrase = 'four words of mine';

test('a new vault uses scrypt with N = 131072 and a salt of its own', () => {
  const [one, other] = [newDerivation(), newDerivation()];
  assert.deepEqual([one.N, one.r, one.p, Buffer.from(one.salt, 'base64').length], [2 ** 17, 8, 1, 32]);
  assert.notEqual(one.salt, other.salt);
});

test('a vault that is locked needs its passphrase again, and its names are still known', async () => {
  const { vault } = testVault();
  await assert.rejects(vault.lock(), { code: 'no_vault' });
  await vault.create(passphrase);
  vault.set('password/work', 'hunter2');
  const changing = vault.changePassphrase(passphrase, 'four other words');
  await vault.lock();
  await changing;
  assert.deepEqual([vault.state(), vault.names()], ['locked', ['password/work']]);
  assert.throws(() => vault.get('password/work'), { code: 'vault_locked' });
  await vault.lock();
  await vault.unlock('four other words');
  assert.equal(vault.get('password/work'), 'hunter2');
});

test('secrets are read again with the passphrase, also as another keyboard types it, and the file has none in clear', async () => {
  const { file, vault, reopened } = testVault();
  assert.equal(vault.state(), 'none');
  assert.throws(() => vault.set('password/work', 'x'), { code: 'no_vault' });
  await vault.create('schlüssel für mich');
  vault.set('password/work', 'hunter2 é');
  vault.set('sign-in/google', 'r'.repeat(5000));
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /hunter2|rrrr|schl/);

  const again = reopened();
  assert.equal(again.state(), 'locked');
  assert.deepEqual(again.names(), ['password/work', 'sign-in/google']);
  assert.throws(() => again.get('password/work'), { kind: 'unavailable', code: 'vault_locked', retryable: true });
  assert.throws(() => again.set('password/work', 'x'), { code: 'vault_locked' });
  assert.equal(again.get('password/other'), undefined);
  await again.unlock('schlüssel für mich'.normalize('NFD'));
  assert.deepEqual([again.state(), again.get('password/work')], ['unlocked', 'hunter2 é']);
  again.remove('password/work');
  assert.deepEqual(again.names(), ['sign-in/google']);
});

test('a secret that was moved to another name, or changed by a bit, is refused', async () => {
  const { file, vault } = testVault();
  await vault.create(passphrase);
  vault.set('a', 'one');
  vault.set('b', 'two');
  const document = JSON.parse(readFileSync(file, 'utf8')) as { secrets: Record<string, { data: string }> };
  const { a, b } = document.secrets;
  const write = (secrets: object) => writeFileSync(file, JSON.stringify({ ...document, secrets }));
  write({ a: b, b: a });
  assert.throws(() => vault.get('a'), { code: 'vault_damaged', message: /"a"/ });
  const bytes = Buffer.from(a!.data, 'base64');
  bytes[0]! ^= 1;
  write({ a: { ...a, data: bytes.toString('base64') }, b });
  assert.throws(() => vault.get('a'), { code: 'vault_damaged' });
  assert.equal(vault.get('b'), 'two');
});

test('after a wrong passphrase the next one waits, each time twice as long, up to a minute; the right one ends that', async () => {
  const { vault, clock } = testVault();
  await vault.create(passphrase);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    await assert.rejects(vault.unlock('not the passphrase'), { kind: 'refused', code: 'wrong_passphrase' });
    const wait = (vault.nextAttemptAt()?.getTime() ?? 0) - clock.now().getTime();
    waits.push(wait);
    clock.advance(wait - 1);
    await assert.rejects(vault.unlock(passphrase), { kind: 'limited', code: 'passphrase_wait', retryable: true });
    clock.advance(1);
  }
  assert.deepEqual(
    waits,
    [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000),
  );
  await vault.unlock(passphrase);
  assert.equal(vault.nextAttemptAt(), undefined);
  await assert.rejects(vault.changePassphrase('not it either', 'some other words'), { code: 'wrong_passphrase' });
  assert.equal((vault.nextAttemptAt()?.getTime() ?? 0) - clock.now().getTime(), 1000);
});

test('attempts at the same time do not evade the wait', async () => {
  const { vault } = testVault();
  await vault.create(passphrase);
  const attempts = ['one', 'two', 'three', passphrase].map((each) => vault.unlock(each));
  const codes = (await Promise.allSettled(attempts)).map((each) => each.status === 'rejected' && each.reason.code);
  assert.deepEqual(codes, ['wrong_passphrase', ...Array(3).fill('passphrase_wait')]);
});

test('another passphrase encrypts everything anew, with another salt, and keeps what was stored meanwhile', async () => {
  const { file, vault, reopened } = testVault();
  await vault.create(passphrase);
  vault.set('a', 'one');
  const before = JSON.parse(readFileSync(file, 'utf8')) as { scrypt: { salt: string }; secrets: object };
  await assert.rejects(vault.changePassphrase(passphrase, 'short'), { code: 'passphrase_short' });
  const changing = vault.changePassphrase(passphrase, 'quite another one');
  vault.set('b', 'two');
  await changing;
  assert.deepEqual([vault.get('a'), vault.get('b')], ['one', 'two']);
  const after = JSON.parse(readFileSync(file, 'utf8')) as typeof before;
  assert.notEqual(after.scrypt.salt, before.scrypt.salt);
  assert.notDeepEqual(after.secrets, before.secrets);
  const again = reopened();
  await assert.rejects(again.unlock(passphrase), { code: 'wrong_passphrase' });
  assert.equal(readdirSync(join(file, '..')).length, 1, 'no other file is left');
});

test('a short passphrase and a second vault are refused, and a damaged file is named and kept', async () => {
  const { file, vault, reopened } = testVault();
  for (const short of ['', '123456789', '   short    '])
    await assert.rejects(vault.create(short), { kind: 'invalid', code: 'passphrase_short' });
  assert.equal(existsSync(file), false);
  await assert.rejects(vault.unlock(passphrase), { code: 'no_vault' });
  await vault.create(passphrase);
  await assert.rejects(vault.create(passphrase), { code: 'vault_exists' });
  const sound = JSON.parse(readFileSync(file, 'utf8')) as { scrypt: object };
  for (const text of [
    '',
    '{',
    '[]',
    JSON.stringify({ ...sound, version: 2 }),
    JSON.stringify({ ...sound, scrypt: { ...sound.scrypt, N: 2 ** 40 } }),
    JSON.stringify({ ...sound, scrypt: { ...sound.scrypt, N: 3000 } }),
  ]) {
    writeFileSync(file, text);
    assert.equal(vault.state(), 'damaged', text);
    assert.match(vault.trouble() ?? '', /is damaged/);
    await assert.rejects(vault.unlock(passphrase), { code: 'vault_damaged' });
    assert.equal(readFileSync(file, 'utf8'), text);
  }
  const movedTo = vault.setAside();
  assert.deepEqual([vault.state(), existsSync(movedTo)], ['none', true]);
  await reopened().create(passphrase);
});

test('rights of other users are taken, and a file that cannot be read says so in plain words', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has no file modes');
  const { file, vault } = testVault();
  await vault.create(passphrase);
  chmodSync(file, 0o644);
  vault.names();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const folder = openVault({ file: join(file, '..') });
  assert.equal(folder.state(), 'damaged');
  assert.match(folder.trouble() ?? '', /can’t be read\. Check that the file belongs to you/);
});

test('with a vault, passwords and sign-ins are stored in it, and neither in the keychain nor in files', async () => {
  const home = testFolder();
  const { vault, secrets, signIns, held, secretStorage } = testSecretStorage(home);
  assert.deepEqual([secrets.kind, signIns.locationOf({ state: 'absent' })], ['keychain', 'files']);
  await vault.create(passphrase);
  assert.deepEqual([secrets.kind, signIns.locationOf({ state: 'answers' })], ['vault', 'vault']);
  held.trouble = absentKeychain;
  const long = { refresh_token: 'r'.repeat(6000) };
  await secrets.set('work', 'hunter2');
  await signIns.set('google', long);
  assert.deepEqual([await secrets.get('work'), await signIns.get('google')], ['hunter2', long]);
  assert.deepEqual(vault.names(), ['password/work', 'sign-in/google']);
  assert.deepEqual(readdirSync(home), ['vault.json']);
  assert.deepEqual((await secretStorage.locations()).vault.secrets, 2);
  await secrets.remove('work');
  await signIns.remove('google');
  assert.deepEqual(vault.names(), []);
});

test('without a keychain, a secret that no store has is missing, and moving again moves nothing', async () => {
  const { vault, secrets, signIns, secretStorage, held } = testSecretStorage(testFolder());
  held.trouble = absentKeychain;
  await assert.rejects(secrets.get('work'), { code: 'keychain_unavailable' });
  await vault.create(passphrase);
  assert.deepEqual([await secrets.get('work'), await signIns.get('google')], [undefined, undefined]);
  const refs = { passwords: ['work'], signIns: ['google'] };
  for (const to of ['vault', 'file'] as const)
    assert.deepEqual(await secretStorage.move(to, refs), { moved: 0, left: [] });
});

test('a locked vault is not replaced by an older password elsewhere', async () => {
  const home = testFolder();
  const first = testSecretStorage(home);
  await first.vault.create(passphrase);
  await first.secrets.set('work', 'new');
  await first.held.setPassword(first.paths.instance, 'work', 'old');
  const { secrets } = testSecretStorage(home, { held: first.held });
  await assert.rejects(secrets.get('work'), { code: 'vault_locked' });
  await assert.rejects(secrets.set('home', 'x'), { code: 'vault_locked' });
  assert.equal(secrets.kind, 'vault');
  assert.match(secrets.trouble ?? '', /^Locked\./);
});

test('secrets move into the vault and back out, each written and read back before it is removed', async () => {
  const home = testFolder();
  const { vault, secrets, signIns, secretStorage, held, paths } = testSecretStorage(home);
  writeFileSync(paths.secretsFile, '[passwords]\nwork = "one"\n');
  await secrets.set('home', 'two');
  held.trouble = absentKeychain;
  await signIns.set('google', { refresh_token: 'file' });
  held.trouble = undefined;
  await signIns.set('outlook', { refresh_token: 'r'.repeat(6000) });
  const refs = { passwords: ['work', 'home'], signIns: ['google', 'outlook', 'none'] };
  await assert.rejects(secretStorage.move('vault', refs), { code: 'no_vault' });
  await vault.create(passphrase);
  assert.deepEqual(await secretStorage.move('vault', refs), { moved: 4, left: [] });
  assert.deepEqual([held.stored.size, readdirSync(paths.tokenDir)], [0, []]);
  assert.doesNotMatch(readFileSync(paths.secretsFile, 'utf8'), /one/);
  const read = async () => [
    await secrets.get('work'),
    await secrets.get('home'),
    (await signIns.get('google'))?.['refresh_token'],
    String((await signIns.get('outlook'))?.['refresh_token']).length,
  ];
  assert.deepEqual(await read(), ['one', 'two', 'file', 6000]);

  assert.deepEqual(await secretStorage.move('keychain', refs), { moved: 4, left: [] });
  assert.deepEqual([vault.state(), existsSync(paths.vaultFile)], ['none', false]);
  assert.deepEqual(await read(), ['one', 'two', 'file', 6000]);

  await vault.create(passphrase);
  await secretStorage.move('vault', refs);
  held.trouble = absentKeychain;
  const left = await secretStorage.move('keychain', refs).then(
    (result) => result.left.length,
    (failed: { code: string }) => failed.code,
  );
  assert.equal(left, 'keychain_unavailable');
  assert.deepEqual(await read(), ['one', 'two', 'file', 6000]);
  assert.deepEqual(await secretStorage.move('file', refs), { moved: 4, left: [] });
  assert.equal(vault.state(), 'none');
  assert.deepEqual(await read(), ['one', 'two', 'file', 6000]);
});

test('a sign-in that was renewed while it is moved stays the newer one', async () => {
  const home = testFolder();
  const { vault, signIns, secretStorage, held } = testSecretStorage(home);
  const refs = { passwords: [], signIns: ['google'] };
  await vault.create(passphrase);
  await signIns.set('google', { refresh_token: 'first' });
  const put = held.setPassword;
  held.setPassword = async (...entry) => {
    held.setPassword = put;
    vault.set('sign-in/google', JSON.stringify({ refresh_token: 'renewed' }));
    return put(...entry);
  };
  assert.deepEqual(await secretStorage.move('keychain', refs), { moved: 1, left: [] });
  assert.deepEqual(await signIns.get('google'), { refresh_token: 'renewed' });
});

test('with SVC_KEYCHAIN=off passwords move between the file and the vault, and the keychain is not asked for them', async () => {
  const home = testFolder();
  const { vault, secrets, secretStorage, held, paths } = testSecretStorage(home, { env: { SVC_KEYCHAIN: 'off' } });
  await secrets.set('work', 'one');
  await vault.create(passphrase);
  const refs = { passwords: ['work'], signIns: [] };
  assert.deepEqual(await secretStorage.move('vault', refs), { moved: 1, left: [] });
  assert.equal(await secrets.get('work'), 'one');
  await assert.rejects(secretStorage.move('keychain', refs), { code: 'keychain_off' });
  assert.deepEqual(await secretStorage.move('file', refs), { moved: 1, left: [] });
  assert.match(readFileSync(paths.secretsFile, 'utf8'), /one/);
  assert.deepEqual(
    held.calls.filter((call) => call.endsWith(' work')),
    [],
  );
});

function testVault() {
  const file = join(testFolder(), 'vault.json');
  const clock = movableClock('2026-03-10T08:00:00Z');
  const reopened = () => openVault({ file, clock, N: testVaultN });
  return { file, clock, vault: reopened(), reopened };
}
