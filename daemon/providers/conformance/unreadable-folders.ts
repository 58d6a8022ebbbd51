import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import { harnessFaultsOf } from './harness.ts';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { sync, syncedMirror } from './mirror.ts';
import { collect, neverAbortedSignal, only } from './helpers.ts';

/** Tests of folders that are listed and cannot be read. */
export function unreadableFolderClaims(checkIf: (kind: FaultKind) => Check): void {
  checkIf('folder-trouble')("one folder's trouble is told, and the others are in sync", async (harness) => {
    const { inject, clear } = harnessFaultsOf(harness);
    const { provider, deliver } = harness;
    const mirror = await syncedMirror(provider);
    for (const folder of ['INBOX', 'Archive', 'Trash']) await deliver(folder, sampleMessage(`for ${folder}`));
    await inject({ kind: 'folder-trouble', folder: 'Archive' });
    const batches = await collect(provider.changes({ ...mirror.cursors }, neverAbortedSignal()));
    const { error = '', cursor, arrivals } = only(batches.filter(({ stream }) => stream === 'Archive'));
    assert.match(error, /Archive/);
    assert.deepEqual([cursor, arrivals], [undefined, []]);
    for (const batch of batches) if (!batch.error) mirror.apply(batch);
    assert.deepEqual([mirror.inFolder('INBOX').length, mirror.inFolder('Trash').length], [1, 1]);
    await clear();
    await sync(provider, mirror);
    assert.equal(mirror.inFolder('Archive').length, 1);
  });

  checkIf('folder-vanishes')('a folder deleted during a sync does not affect the others', async (harness) => {
    const { inject } = harnessFaultsOf(harness);
    const { provider, deliver } = harness;
    for (const folder of ['INBOX', 'Archive']) await deliver(folder, sampleMessage(`for ${folder}`));
    const mirror = await syncedMirror(provider);
    for (const folder of ['INBOX', 'Archive', 'Trash']) await deliver(folder, sampleMessage(`more for ${folder}`));
    await inject({ kind: 'folder-vanishes', folder: 'Archive', times: 1 });
    for await (const batch of provider.changes({ ...mirror.cursors }, neverAbortedSignal()))
      if (!batch.error) mirror.apply(batch);
    assert.deepEqual([mirror.inFolder('INBOX').length, mirror.inFolder('Trash').length], [2, 1]);
    await sync(provider, mirror);
    assert.deepEqual(mirror.inFolder('Archive'), []);
    assert.deepEqual(mirror.keys(), (await syncedMirror(provider)).keys());
  });
}
