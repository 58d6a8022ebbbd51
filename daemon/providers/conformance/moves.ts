import assert from 'node:assert/strict';
import type { ChangeBatch } from '../provider.ts';
import { fill } from './harness.ts';
import type { Check } from './harness.ts';
import { sampleMessage, sampleMessages } from './sample-messages.ts';
import { sync, syncedMirror } from './mirror.ts';
import { flagsOf, keyOf, neverAbortedSignal, only } from './helpers.ts';

/** Tests that mail moved by another client always has a placement. */
export function moveClaims(check: Check, many: number): void {
  check('moved mail arrives at its new placement before it leaves the old one, in both directions', async (harness) => {
    const { provider, deliver, move } = harness;
    const ways = [
      ['INBOX', 'Trash'],
      ['Trash', 'INBOX'],
      ['Archive', 'Junk'],
      ['Junk', 'Archive'],
    ] as const;
    for (const [from] of ways) await deliver(from, sampleMessage(`from ${from}`), ['\\Flagged']);
    const mirror = await syncedMirror(provider);
    const before = ways.map(([from]) => only(mirror.inFolder(from)));
    for (const [index, [from, to]] of ways.entries()) await move(from, [before[index]?.uid ?? 0], to);
    const batches = await sync(provider, mirror);
    for (const [index, [from, to]] of ways.entries()) {
      assertArrivesFirst(batches, from, to);
      const after = only(mirror.inFolder(to));
      assert.deepEqual([after.size, after.header_id], [before[index]?.size, before[index]?.header_id]);
      assert.deepEqual(flagsOf(after), ['\\Flagged']);
    }
  });

  check('more mail than one batch arrives completely before any of it is removed', async (harness) => {
    await fill(harness, 'INBOX', sampleMessages(many));
    const mirror = await syncedMirror(harness.provider);
    const uids = mirror.inFolder('INBOX').map(({ uid }) => uid);
    await harness.move('INBOX', uids, 'Archive');
    const batches = await sync(harness.provider, mirror);
    assertArrivesFirst(batches, 'INBOX', 'Archive');
    assert.deepEqual([mirror.inFolder('INBOX').length, mirror.inFolder('Archive').length], [0, many]);
  });

  check('a sync interrupted between the two reports the rest in the next sync', async ({ provider, deliver, move }) => {
    await deliver('INBOX', sampleMessage('on its way'));
    const mirror = await syncedMirror(provider);
    const { uid, header_id } = only(mirror.inFolder('INBOX'));
    await move('INBOX', [uid], 'Archive');
    for await (const batch of provider.changes({ ...mirror.cursors }, neverAbortedSignal())) {
      mirror.apply(batch);
      if (batch.arrivals.length > 0) break;
    }
    assert.equal(only(mirror.inFolder('Archive')).header_id, header_id);
    await sync(provider, mirror);
    assert.deepEqual([mirror.inFolder('INBOX').length, mirror.inFolder('Archive').length], [0, 1]);
  });

  check('the mail of a renamed folder arrives at its new path before the old one is removed', async ({ provider }) => {
    await provider.editFolder({ do: 'create', path: 'Plans' }, neverAbortedSignal());
    await provider.append('Plans', sampleMessage('a bridge'), [], neverAbortedSignal());
    const mirror = await syncedMirror(provider);
    await provider.editFolder({ do: 'rename', path: 'Plans', to: 'Done' }, neverAbortedSignal());
    const batches = await sync(provider, mirror);
    const arrived = batches.findIndex(({ arrivals }) => arrivals.some(({ folder }) => folder === 'Done'));
    const left = batches.findIndex(({ reset }) => reset?.folder === 'Plans');
    assert.ok(arrived >= 0 && arrived <= left, `arrived in batch ${arrived}, left in ${left}`);
    assert.deepEqual([mirror.inFolder('Plans').length, mirror.inFolder('Done').length], [0, 1]);
    assert.equal(batches[arrived]?.backfill, true, 'it is not new mail');
  });

  check('the mail of a deleted folder is removed, and the folder is not reported again', async ({ provider }) => {
    await provider.editFolder({ do: 'create', path: 'Plans' }, neverAbortedSignal());
    await provider.append('Plans', sampleMessage('a bridge'), [], neverAbortedSignal());
    const mirror = await syncedMirror(provider);
    await provider.editFolder({ do: 'delete', path: 'Plans' }, neverAbortedSignal());
    await sync(provider, mirror);
    assert.deepEqual(mirror.inFolder('Plans'), []);
    const batches = await sync(provider, mirror);
    assert.ok(batches.every(({ stream }) => stream !== 'Plans'));
    await provider.editFolder({ do: 'create', path: 'Plans' }, neverAbortedSignal());
    await provider.append('Plans', sampleMessage('another bridge'), [], neverAbortedSignal());
    await sync(provider, mirror);
    assert.equal(mirror.inFolder('Plans').length, 1, 'a folder created again under the name is an ordinary folder');
  });
}

/** Every removal from one folder is reported after, or together with, the last arrival in the other. */
function assertArrivesFirst(batches: readonly ChangeBatch[], from: string, to: string): void {
  const arrived = batches.findLastIndex(({ arrivals }) => arrivals.some(({ folder }) => folder === to));
  const left = batches.findIndex(({ removed }) => removed.some(({ folder }) => folder === from));
  assert.ok(arrived >= 0, `mail arrived in ${to}`);
  assert.ok(left >= arrived, `arrived in ${to} in batch ${arrived}, left ${from} in ${left}`);
  const gone = batches.flatMap(({ removed }) => removed.map(keyOf));
  assert.equal(new Set(gone).size, gone.length, 'removals are reported once');
}
