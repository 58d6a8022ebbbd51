import assert from 'node:assert/strict';
import type { FaultKind } from '../fake/faults.ts';
import type { MessageSource } from '../provider.ts';
import { fill, harnessFaultsOf } from './harness.ts';
import type { Check } from './harness.ts';
import { incompressibleMessage, sampleMessage, sampleMessages } from './sample-messages.ts';
import { createMirror, sync, syncedMirror, syncUntil } from './mirror.ts';
import { assertBytes, collect, failsWith, keyOf, neverAbortedSignal } from './helpers.ts';

/** Tests of a connection that is lost during an operation. */
export function connectionLossClaims(checkIf: (kind: FaultKind) => Check, many: number): void {
  checkIf('drop-mid-batch')('a sync that loses its connection continues from its cursors', async (harness) => {
    const { inject, clear } = harnessFaultsOf(harness);
    const { provider } = harness;
    await fill(harness, 'INBOX', sampleMessages(many));
    await harness.deliver('Archive', sampleMessage('elsewhere'));
    const mirror = createMirror();
    await provider.folders(neverAbortedSignal());
    await inject({ kind: 'drop-mid-batch', times: 1 });
    await assert.rejects(
      syncUntil(provider, mirror, () => false),
      failsWith('offline'),
    );
    await clear();
    await sync(provider, mirror);
    assert.equal(mirror.inFolder('INBOX').length, many);
    assert.deepEqual(mirror.keys(), (await syncedMirror(provider)).keys());
  });

  checkIf('drop-mid-batch')(
    'a message missed through a lost connection arrives when it is requested again',
    async (harness) => {
      const { inject, clear } = harnessFaultsOf(harness);
      const { provider } = harness;
      await fill(
        harness,
        'INBOX',
        Array.from({ length: 20 }, (_, index) => incompressibleMessage(`number ${index + 1}`)),
      );
      const placements = (await syncedMirror(provider)).inFolder('INBOX');
      await inject({ kind: 'drop-mid-batch', times: 1 });
      const received: MessageSource[] = [];
      await assert.rejects(async () => {
        for await (const source of provider.sources(placements, neverAbortedSignal())) received.push(source);
      }, failsWith('offline'));
      await clear();
      const rest = placements.filter((placement) => !received.some((source) => keyOf(source) === keyOf(placement)));
      received.push(...(await collect(provider.sources(rest, neverAbortedSignal()))));
      assert.deepEqual(received.map(keyOf).toSorted(), placements.map(keyOf).toSorted());
      const uids = placements.map(({ uid }) => uid).toSorted((a, b) => a - b);
      for (const source of received)
        assertBytes(source, incompressibleMessage(`number ${uids.indexOf(source.uid) + 1}`));
    },
  );
}
