import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { Operation } from '../provider.ts';
import type { Check, Harness } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { sync, syncedMirror } from './mirror.ts';
import { assertBytes, flagsOf, keyOf, neverAbortedSignal, only, refOf, sourceOf } from './helpers.ts';

export function operationClaims(check: Check): void {
  applyClaims(check);
  appendClaims(check);
}

/** Delivers messages with these names to the inbox, and syncs. */
async function startWith({ provider, deliver }: Harness, names: string[]) {
  for (const name of names) await deliver('INBOX', sampleMessage(name));
  const mirror = await syncedMirror(provider);
  return { mirror, placements: mirror.inFolder('INBOX').toReversed() };
}

function applyClaims(check: Check): void {
  check('flags are added and removed', async (harness) => {
    const { mirror, placements } = await startWith(harness, ['one']);
    const ref = only(placements);
    const change = (add: string[], remove: string[]): Operation => ({ do: 'flags', ref: refOf(ref), add, remove });
    const outcomes = await harness.provider.apply(
      [change(['\\Seen', '\\Flagged'], []), change([], ['\\Seen'])],
      neverAbortedSignal(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true],
    );
    await sync(harness.provider, mirror);
    assert.deepEqual(flagsOf(mirror.find(ref)), ['\\Flagged']);
  });

  check('move, copy and expunge are reported in the next changes', async (harness) => {
    const { mirror, placements } = await startWith(harness, ['moved', 'copied', 'expunged']);
    const [moved, copied, expunged] = placements.map(refOf);
    assert.ok(moved && copied && expunged);
    const outcomes = await harness.provider.apply(
      [
        { do: 'move', ref: moved, to: 'Archive' },
        { do: 'copy', ref: copied, to: 'Archive' },
        { do: 'expunge', ref: expunged },
      ],
      neverAbortedSignal(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true, true],
    );
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.inFolder('INBOX').map(keyOf), [keyOf(copied)]);
    assert.equal(mirror.inFolder('Archive').length, 2);
    const [reported] = outcomes;
    if (reported?.ok && reported.moved_to)
      assertBytes(await sourceOf(harness.provider, reported.moved_to), sampleMessage('moved'));
  });

  check('a moved message keeps its flags', async (harness) => {
    const { mirror, placements } = await startWith(harness, ['starred']);
    const ref = refOf(only(placements));
    const star: Operation = { do: 'flags', ref, add: ['\\Flagged', '\\Seen'], remove: [] };
    await harness.provider.apply([star, { do: 'move', ref, to: 'Archive' }], neverAbortedSignal());
    await sync(harness.provider, mirror);
    assert.deepEqual(flagsOf(only(mirror.inFolder('Archive'))), ['\\Flagged', '\\Seen']);
  });

  check('an operation that fails does not stop the rest', async (harness) => {
    const { mirror, placements } = await startWith(harness, ['stays', 'goes']);
    const [stays, goes] = placements.map(refOf);
    assert.ok(stays && goes);
    const outcomes = await harness.provider.apply(
      [
        { do: 'move', ref: stays, to: 'No such folder' },
        { do: 'move', ref: goes, to: 'Trash' },
      ],
      neverAbortedSignal(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [false, true],
    );
    assert.ok(outcomes[0] && !outcomes[0].ok && outcomes[0].error, 'the failure states the reason');
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.inFolder('INBOX').map(keyOf), [keyOf(stays)]);
    assert.equal(mirror.inFolder('Trash').length, 1);
  });
}

function appendClaims(check: Check): void {
  check('append adds a message with its flags', async ({ provider }) => {
    const mirror = await syncedMirror(provider);
    const bytes = sampleMessage('not quite finished');
    const reported = await provider.append('Drafts', bytes, ['\\Draft', '\\Seen'], neverAbortedSignal());
    await sync(provider, mirror);
    const placement = only(mirror.inFolder('Drafts'));
    assert.deepEqual(flagsOf(placement), ['\\Draft', '\\Seen']);
    if (reported) assert.equal(keyOf(reported), keyOf(placement));
    assertBytes(await sourceOf(provider, placement), bytes);
  });

  check('append to a folder that does not exist is refused', async ({ provider }) => {
    await assert.rejects(
      provider.append('No such folder', sampleMessage('lost'), [], neverAbortedSignal()),
      ProviderError,
    );
  });
}
