import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import { harnessFaultsOf } from './harness.ts';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { assertBytes, collect, keyOf, neverAbortedSignal, only, sourceOf } from './helpers.ts';

/** Tests of servers with unexpected responses. */
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

  checkWithheld('refuse-message', 'a refused message is reported, and the others arrive');
  checkWithheld('wrong-bytes', 'the bytes of another message are never returned for the requested one');

  checkIf('wrong-size')('a message with a wrong reported size arrives anyway', async (harness) => {
    await harnessFaultsOf(harness).inject({ kind: 'wrong-size' });
    await harness.deliver('INBOX', sampleMessage('weighed badly'));
    const placement = only((await syncedMirror(harness.provider)).inFolder('INBOX'));
    assert.notEqual(placement.size, sampleMessage('weighed badly').length);
    assertBytes(await sourceOf(harness.provider, placement), sampleMessage('weighed badly'));
  });

  for (const [kind, words] of [
    ['duplicate-arrivals', 'named twice'],
    ['unordered-arrivals', 'listed in any order'],
  ] as const)
    checkIf(kind)(`mail that is ${words} is reported once, the newest first`, async (harness) => {
      await harnessFaultsOf(harness).inject({ kind });
      for (let number = 1; number <= 5; number++) await harness.deliver('INBOX', sampleMessage(`number ${number}`));
      const mirror = await syncedMirror(harness.provider);
      assert.deepEqual(
        mirror.all().map(({ uid }) => uid),
        [5, 4, 3, 2, 1],
      );
    });
}
