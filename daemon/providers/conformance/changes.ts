import assert from 'node:assert/strict';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { sync, syncedMirror } from './mirror.ts';
import { flagsOf, keyOf, neverAbortedSignal, only } from './helpers.ts';

export function changeClaims(check: Check): void {
  check('without new mail there are no arrivals', async ({ provider, deliver }) => {
    await deliver('INBOX', sampleMessage('the only one'));
    const mirror = await syncedMirror(provider);
    for await (const batch of provider.changes(mirror.cursors, neverAbortedSignal())) {
      assert.deepEqual([batch.arrivals, batch.removed, batch.reset], [[], [], undefined]);
      mirror.apply(batch);
    }
  });

  check('a delivery arrives as new mail with its flags, size and time', async ({ provider, deliver }) => {
    const mirror = await syncedMirror(provider);
    const bytes = sampleMessage('fresh from the street');
    await deliver('INBOX', bytes, ['\\Flagged']);
    const batches = await sync(provider, mirror);
    const batch = batches.find(({ arrivals }) => arrivals.length > 0);
    assert.equal(batch?.backfill, false);
    const arrival = only(mirror.inFolder('INBOX'));
    assert.deepEqual(flagsOf(arrival), ['\\Flagged']);
    assert.equal(arrival.size, bytes.length);
    assert.ok(Number.isFinite(arrival.received.getTime()));
    assert.ok(arrival.uid > 0 && arrival.uidvalidity > 0);
  });

  check('deliveries into several folders arrive together', async ({ provider, deliver }) => {
    const mirror = await syncedMirror(provider);
    for (const folder of ['INBOX', 'Junk', 'Archive', 'INBOX']) await deliver(folder, sampleMessage(`for ${folder}`));
    await sync(provider, mirror);
    const counts = ['INBOX', 'Junk', 'Archive', 'Sent'].map((folder) => mirror.inFolder(folder).length);
    assert.deepEqual(counts, [2, 1, 1, 0]);
  });

  check('flags set by another client are reported', async ({ provider, deliver, setFlags }) => {
    await deliver('INBOX', sampleMessage('to be read'));
    await deliver('INBOX', sampleMessage('left alone'));
    const mirror = await syncedMirror(provider);
    const [first] = mirror.inFolder('INBOX');
    assert.ok(first);
    await setFlags('INBOX', first.uid, ['\\Seen', '\\Flagged']);
    const batches = await sync(provider, mirror);
    assert.equal(batches.flatMap((batch) => batch.arrivals).length, 0);
    assert.deepEqual(flagsOf(mirror.find(first)), ['\\Flagged', '\\Seen']);
    await setFlags('INBOX', first.uid, []);
    await sync(provider, mirror);
    assert.deepEqual(flagsOf(mirror.find(first)), []);
  });

  check('mail expunged by another client is reported as removed', async ({ provider, deliver, expunge }) => {
    for (const name of ['first', 'second', 'third']) await deliver('INBOX', sampleMessage(name));
    const mirror = await syncedMirror(provider);
    const [newest, middle] = mirror.inFolder('INBOX');
    assert.ok(newest && middle);
    await expunge('INBOX', middle.uid);
    await deliver('INBOX', sampleMessage('fourth'));
    const batches = await sync(provider, mirror);
    assert.deepEqual(
      batches.flatMap((batch) => batch.removed.map(keyOf)),
      [keyOf(middle)],
    );
    assert.equal(mirror.inFolder('INBOX').length, 3);
  });
}
