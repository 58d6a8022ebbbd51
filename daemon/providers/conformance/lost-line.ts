import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import type { Source } from '../provider.ts';
import { fill, troubleOf } from './harness.ts';
import type { Check } from './harness.ts';
import { dullLetter, letter, letters } from './letters.ts';
import { mirrorOf, sync, synced, syncUntil } from './mirror.ts';
import { assertBytes, collect, failsWith, keyOf, never } from './reading.ts';

/** A line that is lost in the middle of something. */
export function lostLineClaims(checkIf: (kind: FaultKind) => Check, many: number): void {
  checkIf('drop-mid-batch')('a sync that loses its line goes on from its cursors', async (harness) => {
    const { make, mend } = troubleOf(harness);
    const { provider } = harness;
    await fill(harness, 'INBOX', letters(many));
    await harness.deliver('Archive', letter('elsewhere'));
    const mirror = mirrorOf();
    await provider.folders(never());
    await make({ kind: 'drop-mid-batch', times: 1 });
    await assert.rejects(
      syncUntil(provider, mirror, () => false),
      failsWith('offline'),
    );
    await mend();
    await sync(provider, mirror);
    assert.equal(mirror.in('INBOX').length, many);
    assert.deepEqual(mirror.keys(), (await synced(provider)).keys());
  });

  checkIf('drop-mid-batch')('what a lost line kept back comes when it is asked for again', async (harness) => {
    const { make, mend } = troubleOf(harness);
    const { provider } = harness;
    await fill(
      harness,
      'INBOX',
      Array.from({ length: 20 }, (_, index) => dullLetter(`number ${index + 1}`)),
    );
    const places = (await synced(provider)).in('INBOX');
    await make({ kind: 'drop-mid-batch', times: 1 });
    const given: Source[] = [];
    await assert.rejects(async () => {
      for await (const source of provider.sources(places, never())) given.push(source);
    }, failsWith('offline'));
    await mend();
    const rest = places.filter((place) => !given.some((source) => keyOf(source) === keyOf(place)));
    given.push(...(await collect(provider.sources(rest, never()))));
    assert.deepEqual(given.map(keyOf).toSorted(), places.map(keyOf).toSorted());
    for (const source of given) assertBytes(source, dullLetter(`number ${source.uid}`));
  });
}
