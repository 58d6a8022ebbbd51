import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import { harnessFaultsOf } from './harness.ts';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { assertBytes, collect, keyOf, neverAbortedSignal, only, sourceOf } from './helpers.ts';

/** Servers that answer otherwise than they were asked. */
export function unexpectedResponseClaims(checkIf: (kind: FaultKind) => Check): void {
  const checkWithheld = (kind: 'refuse-message' | 'wrong-bytes', claim: string) =>
    checkIf(kind)(claim, async (harness) => {
      const { inject, clear } = harnessFaultsOf(harness);
      const { provider, deliver } = harness;
      const names = ['first', 'second', 'third'];
      for (const name of names) await deliver('INBOX', sampleMessage(name));
      const placements = (await syncedMirror(provider)).inFolder('INBOX').toReversed();
      const [, kept] = placements;
      assert.ok(kept);
      await inject({ kind, folder: 'INBOX', uid: kept.uid });
      const sources = await collect(provider.sources(placements, neverAbortedSignal()));
      assert.deepEqual(sources.filter(({ error }) => error).map(keyOf), [keyOf(kept)]);
      for (const [index, placement] of placements.entries()) {
        const source = only(sources.filter((each) => keyOf(each) === keyOf(placement)));
        if (placement !== kept) assertBytes(source, sampleMessage(names[index] ?? ''));
      }
      await clear();
      assertBytes(await sourceOf(provider, kept), sampleMessage('second'));
    });

  checkWithheld('refuse-message', 'a message that is refused is reported, and the others come');
  checkWithheld('wrong-bytes', 'the bytes of another message are never given as those of the one that was asked for');

  checkIf('wrong-size')('a message whose size was told wrongly comes all the same', async (harness) => {
    await harnessFaultsOf(harness).inject({ kind: 'wrong-size' });
    await harness.deliver('INBOX', sampleMessage('weighed badly'));
    const placement = only((await syncedMirror(harness.provider)).inFolder('INBOX'));
    assert.notEqual(placement.size, sampleMessage('weighed badly').length);
    assertBytes(await sourceOf(harness.provider, placement), sampleMessage('weighed badly'));
  });

  for (const [kind, words] of [
    ['duplicate-arrivals', 'named twice'],
    ['unordered-arrivals', 'named in any order'],
  ] as const)
    checkIf(kind)(`mail that is ${words} is given once, the newest first`, async (harness) => {
      await harnessFaultsOf(harness).inject({ kind });
      for (let number = 1; number <= 5; number++) await harness.deliver('INBOX', sampleMessage(`number ${number}`));
      const mirror = await syncedMirror(harness.provider);
      assert.deepEqual(
        mirror.all().map(({ uid }) => uid),
        [5, 4, 3, 2, 1],
      );
    });
}
