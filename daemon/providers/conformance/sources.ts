import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { Check } from './harness.ts';
import { letter, unusualMessages, withAttachment } from './letters.ts';
import { synced } from './mirror.ts';
import { assertBytes, collect, flagsOf, keyOf, never, only, partOf, sourceOf, textOf } from './reading.ts';

export function sourceClaims(check: Check): void {
  check('sources are byte for byte what was delivered, and a vanished one is trouble', async (harness) => {
    const letters = [letter('alpha'), letter('beta'), letter('gamma'), letter('delta')];
    for (const bytes of letters) await harness.deliver('INBOX', bytes);
    await harness.deliver('Archive', letter('elsewhere'));
    const mirror = await synced(harness.provider);
    const gone = mirror.in('INBOX')[1];
    assert.ok(gone);
    await harness.expunge('INBOX', gone.uid);
    const sources = await collect(harness.provider.sources(mirror.all(), never()));
    assert.deepEqual(sources.map(keyOf).toSorted(), mirror.keys());
    assert.deepEqual(sources.filter(({ trouble, isGone }) => trouble && isGone).map(keyOf), [keyOf(gone)]);
    const texts = sources.flatMap(({ bytes }) => (bytes ? [textOf(bytes)] : []));
    const kept = ['alpha', 'beta', 'delta', 'elsewhere'].map((name) => textOf(letter(name)));
    assert.deepEqual(texts.toSorted(), kept.toSorted());
  });

  check('unusual messages survive byte for byte', async ({ provider, deliver }) => {
    for (const [name, bytes] of Object.entries(unusualMessages())) {
      await deliver('INBOX', bytes);
      const place = (await synced(provider)).in('INBOX')[0];
      assert.ok(place);
      assert.equal(place.size, bytes.length, name);
      assertBytes(await sourceOf(provider, place), bytes, name);
    }
  });

  check('reading sources sets no flag', async ({ provider, deliver }) => {
    await deliver('INBOX', letter('still unread'));
    const mirror = await synced(provider);
    await sourceOf(provider, only(mirror.in('INBOX')));
    assert.deepEqual(flagsOf(only((await synced(provider)).in('INBOX'))), []);
  });

  check('a part comes as it travels, from the byte on that is asked for', async ({ provider, deliver }) => {
    await deliver('INBOX', withAttachment);
    const place = only((await synced(provider)).in('INBOX'));
    const read = async (part: string, start = 0) => textOf(await partOf(provider, place, part, { start }));
    const greeting = await read('1');
    assert.ok(textOf(withAttachment).includes(greeting) && greeting.includes('=C3=BC'), greeting);
    const table = await read('2');
    assert.equal(Buffer.from(table, 'base64').toString('utf8'), 'item,price\nscrew,3\n');
    assert.equal(await read('2', 5), table.slice(5));
    assert.equal(await read('2', table.length), '');
    await assert.rejects(async () => read('7'), ProviderError);
  });
}
