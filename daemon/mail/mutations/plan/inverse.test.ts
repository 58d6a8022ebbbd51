import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Change } from '../change.ts';
import { inverseOf, remainingInverse } from './inverse.ts';
import { plan, type LabelRules, type PlacementState } from './plan.ts';
import {
  anyMutation,
  anyLabelServerPlacements,
  anyPlacements,
  placementsAt,
  folderServer,
  label,
  labelServer,
  describePlacements,
} from '../test-kit/test-placements.ts';

/** Change it to try other cases; a failure prints its seed. */
fc.configureGlobal({ seed: 20_260_312 });

const archive: Change = { do: 'archive', to: label.archive };
const trash: Change = { do: 'trash', to: label.trash };
const flags = (add: string[], remove: string[] = []): Change => ({ do: 'flags', add, remove });
const read = flags(['\\Seen']);
const star = flags(['\\Flagged']);
const addLabel = (add: number): Change => ({ do: 'label', add: [add], remove: [], rest: 0 });
const takeLabel = (remove: number): Change => ({ do: 'label', add: [], remove: [remove], rest: 0 });

/**
 * The placements after `change`, then `since`, then the undo of the change; undefined if nothing of it can be undone.
 */
function revertAfter(
  initial: readonly PlacementState[],
  change: readonly Change[],
  since: readonly Change[],
  labels: LabelRules = folderServer,
): string[] | undefined {
  const done = plan(change, initial, labels).placements;
  const now = plan(since, done, labels).placements;
  const inverse = inverseOf(initial, done);
  const remaining = inverse && remainingInverse(inverse, now);
  return remaining && describePlacements(plan([remaining], now, labels).placements);
}

const cases: [string, string[], Change[], Change[], string[] | undefined][] = [
  ['the undo of archiving restores the inbox', ['inbox', 'sent'], [archive], [], ['inbox', 'sent']],
  ['the undo of reading and archiving restores both', ['inbox', 'house'], [read, archive], [], ['house', 'inbox']],
  ['a message that was read after archiving stays read', ['inbox'], [archive], [read], ['inbox \\Seen']],
  [
    'a message that was marked unread after archiving stays unread',
    ['inbox r'],
    [archive],
    [flags([], ['\\Seen'])],
    ['inbox'],
  ],
  ['a label that was added later stays', ['inbox'], [archive], [addLabel(label.house)], ['house', 'inbox']],
  ['a message that was trashed after archiving stays in the trash', ['inbox'], [archive], [trash], undefined],
  [
    'the undo of trashing restores all placements',
    ['inbox *', 'house r'],
    [trash],
    [],
    ['house \\Seen', 'inbox \\Flagged'],
  ],
  ['a star is removed where the message was moved later', ['inbox'], [star], [archive], ['archive']],
  ['a star is removed from a copy that was made later', ['inbox'], [star], [addLabel(label.house)], ['house', 'inbox']],
  ['a star that was removed later is not removed again', ['inbox'], [star], [flags([], ['\\Flagged'])], undefined],
  ['a copy that was starred before keeps its star', ['inbox', 'house *'], [star], [], ['house \\Flagged', 'inbox']],
  ['of two copies in one folder one loses its star', ['inbox', 'inbox *'], [star], [], ['inbox', 'inbox \\Flagged']],
  [
    'a removed label is restored with its flags',
    ['inbox', 'house *'],
    [takeLabel(label.house)],
    [],
    ['house \\Flagged', 'inbox'],
  ],
  [
    'a label is restored as unread if the message was marked unread later',
    ['inbox r', 'house r'],
    [takeLabel(label.house)],
    [flags([], ['\\Seen'])],
    ['house', 'inbox'],
  ],
  ['an added label is removed again', ['inbox'], [addLabel(label.house)], [star], ['inbox \\Flagged']],
  [
    'of two flags the one that is still set is removed',
    ['inbox'],
    [flags(['\\Seen', '\\Flagged'])],
    [flags([], ['\\Seen'])],
    ['inbox'],
  ],
];

for (const [title, before, change, since, expected] of cases)
  test(title, () => assert.deepEqual(revertAfter(placementsAt(...before), change, since), expected));

test('where folders are labels, the undo of trashing restores all labels', () => {
  const before = placementsAt('inbox *', 'house *', 'everything *');
  assert.deepEqual(revertAfter(before, [trash], [], labelServer), describePlacements(before));
});

test('where folders are labels, a message that was trashed after archiving stays in the trash', () => {
  const toAll: Change = { do: 'archive', to: label.everything };
  assert.equal(revertAfter(placementsAt('inbox', 'everything'), [toAll], [trash], labelServer), undefined);
});

test('a change without effect has no inverse', () => {
  assert.equal(revertAfter(placementsAt('house r'), [archive, read], []), undefined);
});

const servers: [string, LabelRules, fc.Arbitrary<PlacementState[]>, number][] = [
  ['where folders hold copies', folderServer, anyPlacements, label.archive],
  ['where folders are labels', labelServer, anyLabelServerPlacements, label.everything],
];

for (const [where, labels, places, archived] of servers) {
  const changes = anyMutation(archived);

  test(`${where}, the inverse restores exactly the previous state`, () => {
    fc.assert(
      fc.property(places, changes, (before, requested) => {
        assert.deepEqual(
          revertAfter(before, requested, [], labels) ?? describePlacements(before),
          describePlacements(before),
        );
      }),
    );
  });

  test(`${where}, an inverse whose reply was lost is not applied twice`, () => {
    fc.assert(
      fc.property(places, changes, (before, requested) => {
        const done = plan(requested, before, labels).placements;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        assert.deepEqual(plan([back], plan([back], done, labels).placements, labels).steps, []);
      }),
    );
  });

  test(`${where}, the change from the old to the new state leads there`, () => {
    fc.assert(
      fc.property(places, changes, (before, requested) => {
        const done = plan(requested, before, labels).placements;
        const onward = inverseOf(done, before);
        assert.deepEqual(
          describePlacements(onward ? plan([onward], before, labels).placements : before),
          describePlacements(done),
        );
      }),
    );
  });

  test(`${where}, the inverse of an inverse restores exactly the changed state`, () => {
    fc.assert(
      fc.property(places, changes, (before, requested) => {
        const done = plan(requested, before, labels).placements;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        const undone = plan([back], done, labels).placements;
        const again = inverseOf(done, undone);
        assert.deepEqual(
          describePlacements(again ? plan([again], undone, labels).placements : undone),
          describePlacements(done),
        );
      }),
    );
  });

  test(`${where}, a flag that was set later survives the undo`, () => {
    fc.assert(
      fc.property(places, changes, (before, requested) => {
        const done = plan(requested, before, labels).placements;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        const now = plan([flags(['Later'])], done, labels).placements;
        const left = remainingInverse(back, now);
        const end = left ? plan([left], now, labels).placements : now;
        assert.ok(end.every((place) => place.flags.includes('Later')));
        assert.deepEqual(
          describePlacements(plan([flags([], ['Later'])], end, labels).placements),
          describePlacements(before),
        );
      }),
    );
  });
}

test('trashed mail is displayed in the trash alone while its server reports the removed labels in steps', () => {
  const before = placementsAt('inbox', 'house', 'everything');
  const [inbox, house, everything] = before;
  const done = plan([trash], before, labelServer).placements;
  const onward = inverseOf(done, before);
  const trashed = { ...inbox!, label: label.trash };
  for (const reported of [[trashed, house!, everything!], [trashed, everything!], [trashed]])
    assert.deepEqual(plan(onward ? [onward] : [], reported, labelServer), { steps: [], placements: [trashed] });
});
