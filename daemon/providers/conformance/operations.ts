import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { Operation } from '../provider.ts';
import type { Check, Harness } from './harness.ts';
import { letter } from './letters.ts';
import { sync, synced } from './mirror.ts';
import { assertBytes, flagsOf, keyOf, never, only, refOf, sourceOf } from './reading.ts';

export function operationClaims(check: Check): void {
  const startWith = async ({ provider, deliver }: Harness, names: string[]) => {
    for (const name of names) await deliver('INBOX', letter(name));
    const mirror = await synced(provider);
    return { mirror, places: mirror.in('INBOX').toReversed() };
  };

  check('flags are added and removed', async (harness) => {
    const { mirror, places } = await startWith(harness, ['one']);
    const ref = only(places);
    const change = (add: string[], remove: string[]): Operation => ({ do: 'flags', ref: refOf(ref), add, remove });
    const outcomes = await harness.provider.apply(
      [change(['\\Seen', '\\Flagged'], []), change([], ['\\Seen'])],
      never(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true],
    );
    await sync(harness.provider, mirror);
    assert.deepEqual(flagsOf(mirror.at(ref)), ['\\Flagged']);
  });

  check('move, copy and expunge are seen in the next changes', async (harness) => {
    const { mirror, places } = await startWith(harness, ['moved', 'copied', 'expunged']);
    const [moved, copied, expunged] = places.map(refOf);
    assert.ok(moved && copied && expunged);
    const outcomes = await harness.provider.apply(
      [
        { do: 'move', ref: moved, to: 'Archive' },
        { do: 'copy', ref: copied, to: 'Archive' },
        { do: 'expunge', ref: expunged },
      ],
      never(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true, true],
    );
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.in('INBOX').map(keyOf), [keyOf(copied)]);
    assert.equal(mirror.in('Archive').length, 2);
    const [told] = outcomes;
    if (told?.ok && told.moved_to) assertBytes(await sourceOf(harness.provider, told.moved_to), letter('moved'));
  });

  check('a moved message keeps its flags', async (harness) => {
    const { mirror, places } = await startWith(harness, ['starred']);
    const ref = refOf(only(places));
    const star: Operation = { do: 'flags', ref, add: ['\\Flagged', '\\Seen'], remove: [] };
    await harness.provider.apply([star, { do: 'move', ref, to: 'Archive' }], never());
    await sync(harness.provider, mirror);
    assert.deepEqual(flagsOf(only(mirror.in('Archive'))), ['\\Flagged', '\\Seen']);
  });

  check('an operation that fails does not stop the rest', async (harness) => {
    const { mirror, places } = await startWith(harness, ['stays', 'goes']);
    const [stays, goes] = places.map(refOf);
    assert.ok(stays && goes);
    const outcomes = await harness.provider.apply(
      [
        { do: 'move', ref: stays, to: 'No such folder' },
        { do: 'move', ref: goes, to: 'Trash' },
      ],
      never(),
    );
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [false, true],
    );
    assert.ok(outcomes[0] && !outcomes[0].ok && outcomes[0].error, 'the failure says why');
    await sync(harness.provider, mirror);
    assert.deepEqual(mirror.in('INBOX').map(keyOf), [keyOf(stays)]);
    assert.equal(mirror.in('Trash').length, 1);
  });

  check('append puts a message in place with its flags', async ({ provider }) => {
    const mirror = await synced(provider);
    const bytes = letter('not quite finished');
    const told = await provider.append('Drafts', bytes, ['\\Draft', '\\Seen'], never());
    await sync(provider, mirror);
    const place = only(mirror.in('Drafts'));
    assert.deepEqual(flagsOf(place), ['\\Draft', '\\Seen']);
    if (told) assert.equal(keyOf(told), keyOf(place));
    assertBytes(await sourceOf(provider, place), bytes);
  });

  check('append to a folder that does not exist is refused', async ({ provider }) => {
    await assert.rejects(provider.append('No such folder', letter('lost'), [], never()), ProviderError);
  });
}
