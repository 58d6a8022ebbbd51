import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import { troubleOf } from './harness.ts';
import type { Check } from './harness.ts';
import { letter } from './letters.ts';
import { synced } from './mirror.ts';
import { assertBytes, collect, keyOf, never, only, sourceOf } from './reading.ts';

/** Servers that answer otherwise than they were asked. */
export function oddAnswerClaims(checkIf: (kind: FaultKind) => Check): void {
  const keptBack = (kind: 'refuse-message' | 'wrong-bytes', claim: string) =>
    checkIf(kind)(claim, async (harness) => {
      const { make, mend } = troubleOf(harness);
      const { provider, deliver } = harness;
      const names = ['first', 'second', 'third'];
      for (const name of names) await deliver('INBOX', letter(name));
      const places = (await synced(provider)).in('INBOX').toReversed();
      const [, kept] = places;
      assert.ok(kept);
      await make({ kind, folder: 'INBOX', uid: kept.uid });
      const sources = await collect(provider.sources(places, never()));
      assert.deepEqual(sources.filter(({ trouble }) => trouble).map(keyOf), [keyOf(kept)]);
      for (const [index, place] of places.entries()) {
        const source = only(sources.filter((each) => keyOf(each) === keyOf(place)));
        if (place !== kept) assertBytes(source, letter(names[index] ?? ''));
      }
      await mend();
      assertBytes(await sourceOf(provider, kept), letter('second'));
    });

  keptBack('refuse-message', 'a message that is refused is reported, and the others come');
  keptBack('wrong-bytes', 'the bytes of another message are never given as those of the one that was asked for');

  checkIf('wrong-size')('a message whose size was told wrongly comes all the same', async (harness) => {
    await troubleOf(harness).make({ kind: 'wrong-size' });
    await harness.deliver('INBOX', letter('weighed badly'));
    const place = only((await synced(harness.provider)).in('INBOX'));
    assert.notEqual(place.size, letter('weighed badly').length);
    assertBytes(await sourceOf(harness.provider, place), letter('weighed badly'));
  });

  for (const [kind, words] of [
    ['duplicate-arrivals', 'named twice'],
    ['unordered-arrivals', 'named in any order'],
  ] as const)
    checkIf(kind)(`mail that is ${words} is given once, the newest first`, async (harness) => {
      await troubleOf(harness).make({ kind });
      for (let number = 1; number <= 5; number++) await harness.deliver('INBOX', letter(`number ${number}`));
      const mirror = await synced(harness.provider);
      assert.deepEqual(
        mirror.all().map(({ uid }) => uid),
        [5, 4, 3, 2, 1],
      );
    });
}
