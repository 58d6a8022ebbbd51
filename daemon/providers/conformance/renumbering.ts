import assert from 'node:assert/strict';
import type { ChangeBatch } from '../provider.ts';
import { fill } from './harness.ts';
import type { Check, Harness } from './harness.ts';
import { sampleMessage, sampleMessages } from './sample-messages.ts';
import { sync, syncedMirror, syncUntil } from './mirror.ts';
import { collect, neverAbortedSignal } from './helpers.ts';

/** Tests of a folder that gets new UIDs (RFC 9051, section 2.3.1.1). */
export function renumberingClaims(checkAll: Check, many: number): void {
  const check = (claim: string, body: (harness: Required<Pick<Harness, 'resetFolder'>> & Harness) => Promise<void>) =>
    checkAll(claim, async (harness, context) => {
      const { resetFolder } = harness;
      if (!resetFolder) return context.skip('these servers do not renumber folders');
      await body({ ...harness, resetFolder });
    });
  check('a renumbered folder reports its mail again, and then its old placements are removed', async (harness) => {
    const { provider, deliver, resetFolder } = harness;
    for (const name of ['one', 'two', 'three']) await deliver('Archive', sampleMessage(name));
    await deliver('INBOX', sampleMessage('not concerned'));
    const mirror = await syncedMirror(provider);
    const before = mirror.inFolder('Archive');
    await resetFolder('Archive');
    const batches = await sync(provider, mirror);
    const after = mirror.inFolder('Archive');
    assertResetOnce(batches, 'Archive');
    assert.equal(after.length, 3);
    assert.equal(new Set([...before, ...after].map(({ uidvalidity }) => uidvalidity)).size, 2);
    assert.ok(batches.filter(({ arrivals }) => arrivals.length > 0).every(({ backfill }) => backfill));
    assert.equal(mirror.inFolder('INBOX').length, 1);
    const sources = await collect(provider.sources(before, neverAbortedSignal()));
    assert.ok(
      sources.every(({ error }) => error),
      'an old placement holds no message',
    );
  });

  check(
    'a large renumbered folder keeps its old placements until all mail was reported, over interrupted syncs',
    async (harness) => {
      const { provider } = harness;
      await fill(harness, 'Archive', sampleMessages(many));
      const mirror = await syncedMirror(provider);
      await harness.resetFolder('Archive');
      const first = await syncUntil(provider, mirror, ({ arrivals }) => arrivals.length > 0);
      assert.ok(mirror.inFolder('Archive').length > many, 'old and new placements both exist');
      assertResetOnce([...first, ...(await sync(provider, mirror))], 'Archive');
      assert.deepEqual(mirror.keys(), (await syncedMirror(provider)).keys());
      assert.deepEqual(
        (await sync(provider, mirror)).flatMap(({ reset }) => reset ?? []),
        [],
      );
    },
  );

  check('a folder renumbered again during a sync ends with its latest UIDs', async (harness) => {
    const { provider } = harness;
    const count = Math.min(many, 60);
    await fill(harness, 'Archive', sampleMessages(count));
    const mirror = await syncedMirror(provider);
    await harness.resetFolder('Archive');
    await syncUntil(provider, mirror, ({ arrivals }) => arrivals.length > 0);
    await harness.resetFolder('Archive');
    await sync(provider, mirror);
    assert.equal(mirror.inFolder('Archive').length, count);
    assert.deepEqual(mirror.keys(), (await syncedMirror(provider)).keys());
  });
}

function assertResetOnce(batches: readonly ChangeBatch[], folder: string): void {
  const resets = batches.flatMap(({ reset }, index) => (reset ? [{ ...reset, index }] : []));
  assert.deepEqual(
    resets.map((reset) => reset.folder),
    [folder],
  );
  const lastArrival = batches.findLastIndex(({ arrivals }) => arrivals.some((arrival) => arrival.folder === folder));
  assert.ok((resets[0]?.index ?? -1) >= lastArrival, 'the reset is reported after all mail of the folder');
}
