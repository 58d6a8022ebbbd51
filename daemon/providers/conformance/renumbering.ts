import assert from 'node:assert/strict';
import type { ChangeBatch } from '../provider.ts';
import { fill } from './harness.ts';
import type { Check } from './harness.ts';
import { letter, letters } from './letters.ts';
import { sync, synced, syncUntil } from './mirror.ts';
import { collect, never } from './reading.ts';

/** A folder whose UIDs mean something new (RFC 9051, section 2.3.1.1). */
export function renumberingClaims(check: Check, many: number): void {
  check('a renumbered folder gives its mail again, and then its old places are gone', async (harness) => {
    const { provider, deliver, resetFolder } = harness;
    for (const name of ['one', 'two', 'three']) await deliver('Archive', letter(name));
    await deliver('INBOX', letter('not concerned'));
    const mirror = await synced(provider);
    const before = mirror.in('Archive');
    await resetFolder('Archive');
    const batches = await sync(provider, mirror);
    const after = mirror.in('Archive');
    assertResetOnce(batches, 'Archive');
    assert.equal(after.length, 3);
    assert.equal(new Set([...before, ...after].map(({ uidvalidity }) => uidvalidity)).size, 2);
    assert.ok(batches.filter(({ arrivals }) => arrivals.length > 0).every(({ backfill }) => backfill));
    assert.equal(mirror.in('INBOX').length, 1);
    const sources = await collect(provider.sources(before, never()));
    assert.ok(
      sources.every(({ trouble }) => trouble),
      'an old place holds nothing',
    );
  });

  check('a large renumbered folder keeps its old places until all was given, over broken syncs', async (harness) => {
    const { provider } = harness;
    await fill(harness, 'Archive', letters(many));
    const mirror = await synced(provider);
    await harness.resetFolder('Archive');
    const first = await syncUntil(provider, mirror, ({ arrivals }) => arrivals.length > 0);
    assert.ok(mirror.in('Archive').length > many, 'old and new places are both there');
    assertResetOnce([...first, ...(await sync(provider, mirror))], 'Archive');
    assert.deepEqual(mirror.keys(), (await synced(provider)).keys());
    assert.deepEqual(
      (await sync(provider, mirror)).flatMap(({ reset }) => reset ?? []),
      [],
    );
  });

  check('a folder renumbered once more during a sync ends under its last numbers', async (harness) => {
    const { provider } = harness;
    const count = Math.min(many, 60);
    await fill(harness, 'Archive', letters(count));
    const mirror = await synced(provider);
    await harness.resetFolder('Archive');
    await syncUntil(provider, mirror, ({ arrivals }) => arrivals.length > 0);
    await harness.resetFolder('Archive');
    await sync(provider, mirror);
    assert.equal(mirror.in('Archive').length, count);
    assert.deepEqual(mirror.keys(), (await synced(provider)).keys());
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
