import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../base/log.ts';
import { testFolder } from '../../test-folder.ts';
import { until } from '../../test-until.ts';
import { gmailAccount, outlookAccount, person, redirectOf, testAuthorization } from './test-authorization.ts';

test('checklist 152: of forty tokens, codes and secrets, none is anywhere but in the store of sign-ins', async (t) => {
  const folder = testFolder();
  const log = openLog({ file: join(folder, 'daemon.log'), level: 'trace' });
  const fixture = await testAuthorization(t, { options: { log }, log, dataDir: join(folder, 'data') });
  const { start, poll, signInWithBrowser, complete, cancel, identity, daemon, store, signInClock, signIns } = fixture;
  const planted = new Set(['bundled-secret', 'own-secret-hunter2']);
  const seen: unknown[] = [];
  const see = async <T>(reply: Promise<T>) => {
    const value = await reply.catch((failed: Error & { details?: object }) => [
      failed.message,
      failed.stack,
      String(failed.cause),
      failed.details,
    ]);
    seen.push(value);
    return value as T;
  };
  const echo = (secret: string) => {
    planted.add(secret);
    return { status: 400, error: 'invalid_grant', error_description: `${secret} AADSTS50173` };
  };

  for (let round = 0; round < 5; round++) {
    // A sign-in that is stored, one that is cancelled, one that the provider refuses, and one with a code.
    const stored = await see(start(outlookAccount));
    const redirected = await redirectOf(stored.auth_url);
    planted.add(redirected.searchParams.get('code') ?? '');
    seen.push(await (await fetch(redirected)).text());
    await see(poll(stored.session_id));
    await see(complete(stored.session_id, true));
    const cancelled = await see(start({ ...gmailAccount, key: `g${round}` }));
    seen.push((await signInWithBrowser(cancelled.auth_url)).html);
    await see(cancel(cancelled.session_id));
    await see(complete(cancelled.session_id, true));
    const own = {
      type: 'gmail',
      credential_source: 'custom',
      client_id: 'test-client',
      client_secret: 'own-secret-hunter2',
    };
    const refused = await see(start({ ...gmailAccount, key: `r${round}`, sync: own }));
    identity.state.nextError = echo(`echoed-${round}-hunter2`);
    seen.push((await signInWithBrowser(refused.auth_url)).html);
    await see(poll(refused.session_id));
    identity.state.device = 'pending';
    await see(daemon.ask('accounts.authorize', { account: { ...outlookAccount, key: `d${round}` } }, person));
    identity.state.device = 'allowed';
    await until('the code is redeemed', () => store.stored.has(`d${round}-microsoft`));
    // Refreshes that succeed and one that fails.
    signInClock.advance(2 * 60 * 60_000);
    await see(
      signIns
        .tokensOf('work-microsoft', 'Work')
        .get()
        .then(() => 'a token'),
    );
    signInClock.advance(2 * 60 * 60_000);
    identity.state.nextError = echo(`refresh-${round}-hunter2`);
    await see(signIns.tokensOf(`d${round}-microsoft`, 'D').get());
    await see(daemon.ask('accounts.test', outlookAccount, person));
    await see(daemon.ask('accounts.authorize', { account: outlookAccount, reauthorize: true }, person));
    await see(daemon.ask('accounts.config', {}, person));
  }
  for (const secret of identity.issued) planted.add(secret);
  for (const body of identity.requests)
    for (const name of ['code', 'code_verifier', 'refresh_token', 'client_secret']) planted.add(body.get(name) ?? '');
  planted.delete('');
  assert.ok(planted.size >= 40, String(planted.size));

  seen.push(await daemon.ask('activity.list', {}, person), await daemon.ask('admin.events', {}, person));
  seen.push(await daemon.ask('diagnostics.bugReport', {}, person), daemon.events.recordedEvents);
  const files = filesBelow(folder);
  assert.ok(files.some((file) => file.endsWith('daemon.log')));
  const texts = [JSON.stringify(seen), ...files.map((file) => readFileSync(file, 'latin1'))];
  for (const secret of planted) assert.ok(!texts.some((text) => text.includes(secret)), `${secret} appears`);
  // In the store are the tokens that are valid, so the search above looks for the right texts.
  const kept = [...store.stored.values()].join();
  assert.ok(identity.issued.some((secret) => kept.includes(secret)));
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}
