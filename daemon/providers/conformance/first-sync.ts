import assert from 'node:assert/strict';
import { fill } from './harness.ts';
import type { Check, Harness } from './harness.ts';
import { sampleMessage, sampleMessages } from './sample-messages.ts';
import { createMirror, sync, syncedMirror, syncUntil } from './mirror.ts';
import { assertStopped, flagsOf, keyOf, neverAbortedSignal } from './helpers.ts';

export function firstSyncClaims(check: Check, many: number): void {
  const fillAll = async (harness: Harness) => {
    await fill(harness, 'INBOX', sampleMessages(many));
    for (const folder of ['Sent', 'Trash', 'Archive'])
      await harness.deliver(folder, sampleMessage(`kept in ${folder}`), ['\\Seen']);
  };

  check('the first sync reports every message of every folder once, newest first, with cursors', async (harness) => {
    await fillAll(harness);
    const mirror = createMirror();
    const batches = (await sync(harness.provider, mirror)).filter(({ arrivals }) => arrivals.length > 0);
    const arrivalsByFolder = Map.groupBy(
      batches.flatMap(({ arrivals }) => arrivals),
      ({ folder }) => folder,
    );
    assert.equal(mirror.inFolder('INBOX').length, many);
    for (const folder of ['Sent', 'Trash', 'Archive']) assert.equal(mirror.inFolder(folder).length, 1, folder);
    for (const [folder, arrivals] of arrivalsByFolder)
      assert.deepEqual(
        arrivals,
        arrivals.toSorted((a, b) => b.received.getTime() - a.received.getTime() || b.uid - a.uid),
        `${folder} is newest first`,
      );
    for (const { backfill } of batches) assert.equal(backfill, true, 'earlier mail is backfill');
    assert.ok(Object.keys(mirror.cursors).length > 0, 'there are cursors');
  });

  check('a first sync interrupted after any batch continues where it stopped', async (harness) => {
    await fillAll(harness);
    const whole = await syncedMirror(harness.provider);
    let total = 0;
    for await (const _ of harness.provider.changes({}, neverAbortedSignal())) total++;
    for (let stop = 1; stop <= total; stop++) {
      const mirror = createMirror();
      await syncUntil(harness.provider, mirror, (_, count) => count === stop);
      const stored = new Set(mirror.keys());
      for await (const batch of harness.provider.changes(mirror.cursors, neverAbortedSignal())) {
        for (const arrival of batch.arrivals)
          assert.equal(stored.has(keyOf(arrival)), false, `${keyOf(arrival)} arrived twice`);
        mirror.apply(batch);
      }
      assert.deepEqual(mirror.keys(), whole.keys(), `interrupted after batch ${stop}`);
    }
  });

  check('changes while a first sync is interrupted are not lost', async (harness) => {
    await fillAll(harness);
    const mirror = createMirror();
    await syncUntil(harness.provider, mirror, ({ arrivals }) => arrivals.length > 1);
    const stored = mirror.all();
    assert.ok(stored[0] && stored[1], 'the first batch contains mail');
    const { folder, uid } = stored[0];
    await harness.expunge(folder, uid);
    await harness.setFlags(stored[1].folder, stored[1].uid, ['\\Flagged']);
    await harness.deliver('INBOX', sampleMessage('while you were away'));
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.keys(), (await syncedMirror(harness.provider)).keys());
    assert.equal(mirror.inFolder('INBOX').length, many + 1 - (folder === 'INBOX' ? 1 : 0));
    assert.deepEqual(flagsOf(mirror.find(stored[1])), ['\\Flagged']);
  });

  check('aborting changes midway stops it', async (harness) => {
    await fillAll(harness);
    const abort = new AbortController();
    const batches = harness.provider.changes({}, abort.signal)[Symbol.asyncIterator]();
    await batches.next();
    abort.abort();
    await assertStopped(batches.next());
    assert.ok(
      (await syncedMirror(harness.provider)).inFolder('INBOX').length === many,
      'the provider can be used again',
    );
  });
}
