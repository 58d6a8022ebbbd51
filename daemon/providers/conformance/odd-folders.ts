import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import { troubleOf } from './harness.ts';
import type { Check } from './harness.ts';
import { letter } from './letters.ts';
import { sync, synced } from './mirror.ts';
import { collect, never, only } from './reading.ts';

/** Folders that are listed and cannot be read. */
export function oddFolderClaims(checkIf: (kind: FaultKind) => Check): void {
  checkIf('folder-trouble')("one folder's trouble is told, and the others are in sync", async (harness) => {
    const { make, mend } = troubleOf(harness);
    const { provider, deliver } = harness;
    const mirror = await synced(provider);
    for (const folder of ['INBOX', 'Archive', 'Trash']) await deliver(folder, letter(`for ${folder}`));
    await make({ kind: 'folder-trouble', folder: 'Archive' });
    const batches = await collect(provider.changes({ ...mirror.cursors }, never()));
    const { trouble = '', cursor, arrivals } = only(batches.filter(({ stream }) => stream === 'Archive'));
    assert.match(trouble, /Archive/);
    assert.deepEqual([cursor, arrivals], [undefined, []]);
    for (const batch of batches) if (!batch.trouble) mirror.take(batch);
    assert.deepEqual([mirror.in('INBOX').length, mirror.in('Trash').length], [1, 1]);
    await mend();
    await sync(provider, mirror);
    assert.equal(mirror.in('Archive').length, 1);
  });

  checkIf('folder-vanishes')('a folder deleted while it is looked for leaves the others in sync', async (harness) => {
    const { make } = troubleOf(harness);
    const { provider, deliver } = harness;
    for (const folder of ['INBOX', 'Archive']) await deliver(folder, letter(`for ${folder}`));
    const mirror = await synced(provider);
    for (const folder of ['INBOX', 'Archive', 'Trash']) await deliver(folder, letter(`more for ${folder}`));
    await make({ kind: 'folder-vanishes', folder: 'Archive', times: 1 });
    for await (const batch of provider.changes({ ...mirror.cursors }, never())) if (!batch.trouble) mirror.take(batch);
    assert.deepEqual([mirror.in('INBOX').length, mirror.in('Trash').length], [2, 1]);
    await sync(provider, mirror);
    assert.deepEqual(mirror.in('Archive'), []);
    assert.deepEqual(mirror.keys(), (await synced(provider)).keys());
  });
}
