import assert from 'node:assert/strict';
import type { Check } from './harness.ts';
import { letter } from './letters.ts';
import { sync, synced } from './mirror.ts';
import { flagsOf, keyOf, never, only } from './reading.ts';

export function changeClaims(check: Check): void {
  check('nothing new gives no arrivals', async ({ provider, deliver }) => {
    await deliver('INBOX', letter('the only one'));
    const mirror = await synced(provider);
    for await (const batch of provider.changes(mirror.cursors, never())) {
      assert.deepEqual([batch.arrivals, batch.removed, batch.reset], [[], [], undefined]);
      mirror.take(batch);
    }
  });

  check('a delivery arrives as new mail with its flags, size and time', async ({ provider, deliver }) => {
    const mirror = await synced(provider);
    const bytes = letter('fresh from the street');
    await deliver('INBOX', bytes, ['\\Flagged']);
    const batches = await sync(provider, mirror);
    const batch = batches.find(({ arrivals }) => arrivals.length > 0);
    assert.equal(batch?.backfill, false);
    const arrival = only(mirror.in('INBOX'));
    assert.deepEqual(flagsOf(arrival), ['\\Flagged']);
    assert.equal(arrival.size, bytes.length);
    assert.ok(Number.isFinite(arrival.received.getTime()));
    assert.ok(arrival.uid > 0 && arrival.uidvalidity > 0);
  });

  check('deliveries into several folders arrive together', async ({ provider, deliver }) => {
    const mirror = await synced(provider);
    for (const folder of ['INBOX', 'Junk', 'Archive', 'INBOX']) await deliver(folder, letter(`for ${folder}`));
    await sync(provider, mirror);
    const counts = ['INBOX', 'Junk', 'Archive', 'Sent'].map((folder) => mirror.in(folder).length);
    assert.deepEqual(counts, [2, 1, 1, 0]);
  });

  check('flags set by another client are seen', async ({ provider, deliver, setFlags }) => {
    await deliver('INBOX', letter('to be read'));
    await deliver('INBOX', letter('left alone'));
    const mirror = await synced(provider);
    const [first] = mirror.in('INBOX');
    assert.ok(first);
    await setFlags('INBOX', first.uid, ['\\Seen', '\\Flagged']);
    const batches = await sync(provider, mirror);
    assert.equal(batches.flatMap((batch) => batch.arrivals).length, 0);
    assert.deepEqual(flagsOf(mirror.at(first)), ['\\Flagged', '\\Seen']);
    await setFlags('INBOX', first.uid, []);
    await sync(provider, mirror);
    assert.deepEqual(flagsOf(mirror.at(first)), []);
  });

  check('mail expunged by another client is reported as removed', async ({ provider, deliver, expunge }) => {
    for (const name of ['first', 'second', 'third']) await deliver('INBOX', letter(name));
    const mirror = await synced(provider);
    const [newest, middle] = mirror.in('INBOX');
    assert.ok(newest && middle);
    await expunge('INBOX', middle.uid);
    await deliver('INBOX', letter('fourth'));
    const batches = await sync(provider, mirror);
    assert.deepEqual(
      batches.flatMap((batch) => batch.removed.map(keyOf)),
      [keyOf(middle)],
    );
    assert.equal(mirror.in('INBOX').length, 3);
  });
}
