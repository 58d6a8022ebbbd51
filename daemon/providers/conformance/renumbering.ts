import assert from 'node:assert/strict';
import type { ChangeBatch } from '../provider.ts';
import { fill } from './harness.ts';
import type { Check } from './harness.ts';
import { sampleMessage, sampleMessages } from './sample-messages.ts';
import { sync, syncedMirror, syncUntil } from './mirror.ts';
import { collect, neverAbortedSignal } from './helpers.ts';

/** A folder whose UIDs mean something new (RFC 9051, section 2.3.1.1). */
export function renumberingClaims(check: Check, many: number): void {
  check('a renumbered folder gives its mail again, and then its old places are gone', async (harness) => {
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
      'an old place holds nothing',
    );
  });

  check('a large renumbered folder keeps its old places until all was given, over broken syncs', async (harness) => {
    const { provider } = harness;
    await fill(harness, 'Archive', sampleMessages(many));
    const mirror = await syncedMirror(provider);
    await harness.resetFolder('Archive');
    const first = await syncUntil(provider, mirror, ({ arrivals }) => arrivals.length > 0);
    assert.ok(mirror.inFolder('Archive').length > many, 'old and new places are both there');
    assertResetOnce([...first, ...(await sync(provider, mirror))], 'Archive');
    assert.deepEqual(mirror.keys(), (await syncedMirror(provider)).keys());
    assert.deepEqual(
      (await sync(provider, mirror)).flatMap(({ reset }) => reset ?? []),
      [],
    );
  });

  check('a folder renumbered once more during a sync ends under its last numbers', async (harness) => {
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
  const told = batches.flatMap(({ reset }, index) => (reset ? [{ ...reset, index }] : []));
  assert.deepEqual(
    told.map((reset) => reset.folder),
    [folder],
  );
  const lastArrival = batches.findLastIndex(({ arrivals }) => arrivals.some((arrival) => arrival.folder === folder));
  assert.ok((told[0]?.index ?? -1) >= lastArrival, 'it is told once all that lies there was given');
}
