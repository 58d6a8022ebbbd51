import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { Check } from './harness.ts';
import { sampleMessage, unusualMessages, messageWithAttachment } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { assertBytes, collect, flagsOf, keyOf, neverAbortedSignal, only, partOf, sourceOf, textOf } from './helpers.ts';

export function sourceClaims(check: Check): void {
  check('sources equal the delivered bytes, and a removed message is trouble', async (harness) => {
    const messages = [sampleMessage('alpha'), sampleMessage('beta'), sampleMessage('gamma'), sampleMessage('delta')];
    for (const bytes of messages) await harness.deliver('INBOX', bytes);
    await harness.deliver('Archive', sampleMessage('elsewhere'));
    const mirror = await syncedMirror(harness.provider);
    const gone = mirror.inFolder('INBOX')[1];
    assert.ok(gone);
    await harness.expunge('INBOX', gone.uid);
    const sources = await collect(harness.provider.sources(mirror.all(), neverAbortedSignal()));
    assert.deepEqual(sources.map(keyOf).toSorted(), mirror.keys());
    assert.deepEqual(sources.filter(({ error, isGone }) => error && isGone).map(keyOf), [keyOf(gone)]);
    const texts = sources.flatMap(({ bytes }) => (bytes ? [textOf(bytes)] : []));
    const kept = ['alpha', 'beta', 'delta', 'elsewhere'].map((name) => textOf(sampleMessage(name)));
    assert.deepEqual(texts.toSorted(), kept.toSorted());
  });

  check('unusual messages arrive byte for byte', async ({ provider, deliver }) => {
    for (const [name, bytes] of Object.entries(unusualMessages())) {
      await deliver('INBOX', bytes);
      const placement = (await syncedMirror(provider)).inFolder('INBOX')[0];
      assert.ok(placement);
      assert.equal(placement.size, bytes.length, name);
      assertBytes(await sourceOf(provider, placement), bytes, name);
    }
  });

  check('reading sources sets no flag', async ({ provider, deliver }) => {
    await deliver('INBOX', sampleMessage('still unread'));
    const mirror = await syncedMirror(provider);
    await sourceOf(provider, only(mirror.inFolder('INBOX')));
    assert.deepEqual(flagsOf(only((await syncedMirror(provider)).inFolder('INBOX'))), []);
  });

  check('a part is returned encoded, from the requested byte on', async ({ provider, deliver }) => {
    await deliver('INBOX', messageWithAttachment);
    const placement = only((await syncedMirror(provider)).inFolder('INBOX'));
    const read = async (part: string, start = 0) => textOf(await partOf(provider, placement, part, { start }));
    const greeting = await read('1');
    assert.ok(textOf(messageWithAttachment).includes(greeting) && greeting.includes('=C3=BC'), greeting);
    const table = await read('2');
    assert.equal(Buffer.from(table, 'base64').toString('utf8'), 'item,price\nscrew,3\n');
    assert.equal(await read('2', 5), table.slice(5));
    assert.equal(await read('2', table.length), '');
    await assert.rejects(async () => read('7'), ProviderError);
  });
}
