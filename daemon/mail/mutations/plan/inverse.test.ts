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

/** Change it to try other cases; a failure names the one it came with. */
fc.configureGlobal({ seed: 20_260_312 });

const archive: Change = { do: 'archive', to: label.archive };
const trash: Change = { do: 'trash', to: label.trash };
const flags = (add: string[], remove: string[] = []): Change => ({ do: 'flags', add, remove });
const read = flags(['\\Seen']);
const star = flags(['\\Flagged']);
const addLabel = (add: number): Change => ({ do: 'label', add: [add], remove: [], rest: 0 });
const takeLabel = (remove: number): Change => ({ do: 'label', add: [], remove: [remove], rest: 0 });

/** Where a message lies after `change`, then `since`, then the change is taken back; undefined where nothing of it stands. */
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
  ['what was archived is in the inbox again', ['inbox', 'sent'], [archive], [], ['inbox', 'sent']],
  ['what was read and archived is unread in the inbox', ['inbox', 'house'], [read, archive], [], ['house', 'inbox']],
  ['what was read since it was archived stays read', ['inbox'], [archive], [read], ['inbox \\Seen']],
  ['what was unread since it was archived stays unread', ['inbox r'], [archive], [flags([], ['\\Seen'])], ['inbox']],
  ['a label that was added since stays', ['inbox'], [archive], [addLabel(label.house)], ['house', 'inbox']],
  ['what was binned since it was archived stays in the bin', ['inbox'], [archive], [trash], undefined],
  ['what was binned lies everywhere again', ['inbox *', 'house r'], [trash], [], ['house \\Seen', 'inbox \\Flagged']],
  ['a star goes from where the message was moved since', ['inbox'], [star], [archive], ['archive']],
  ['a star goes from a copy that was made since', ['inbox'], [star], [addLabel(label.house)], ['house', 'inbox']],
  ['a star that is gone since is not taken again', ['inbox'], [star], [flags([], ['\\Flagged'])], undefined],
  ['a copy that was starred before keeps its star', ['inbox', 'house *'], [star], [], ['house \\Flagged', 'inbox']],
  ['of two copies in one folder one loses its star', ['inbox', 'inbox *'], [star], [], ['inbox', 'inbox \\Flagged']],
  [
    'a label that was taken is there again, with its flags',
    ['inbox', 'house *'],
    [takeLabel(label.house)],
    [],
    ['house \\Flagged', 'inbox'],
  ],
  [
    'a label comes back unread if the message is unread since',
    ['inbox r', 'house r'],
    [takeLabel(label.house)],
    [flags([], ['\\Seen'])],
    ['house', 'inbox'],
  ],
  ['a label that was added is gone again', ['inbox'], [addLabel(label.house)], [star], ['inbox \\Flagged']],
  [
    'of two flags the one that still stands is taken',
    ['inbox'],
    [flags(['\\Seen', '\\Flagged'])],
    [flags([], ['\\Seen'])],
    ['inbox'],
  ],
];

for (const [sentence, before, change, since, wanted] of cases)
  test(sentence, () => assert.deepEqual(revertAfter(placementsAt(...before), change, since), wanted));

test('where folders are labels, what was binned has all its labels again', () => {
  const before = placementsAt('inbox *', 'house *', 'everything *');
  assert.deepEqual(revertAfter(before, [trash], [], labelServer), describePlacements(before));
});

test('where folders are labels, what was binned since it was archived stays in the bin', () => {
  const toAll: Change = { do: 'archive', to: label.everything };
  assert.equal(revertAfter(placementsAt('inbox', 'everything'), [toAll], [trash], labelServer), undefined);
});

test('what changed nothing has nothing to be taken back', () => {
  assert.equal(revertAfter(placementsAt('house r'), [archive, read], []), undefined);
});

const servers: [string, LabelRules, fc.Arbitrary<PlacementState[]>, number][] = [
  ['where folders hold copies', folderServer, anyPlacements, label.archive],
  ['where folders are labels', labelServer, anyLabelServerPlacements, label.everything],
];

for (const [where, labels, places, archived] of servers) {
  const changes = anyMutation(archived);

  test(`${where}, taking back what was done gives exactly what was before`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        assert.deepEqual(
          revertAfter(before, asked, [], labels) ?? describePlacements(before),
          describePlacements(before),
        );
      }),
    );
  });

  test(`${where}, what has been taken back is not taken back again when its answer was lost`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).placements;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        assert.deepEqual(plan([back], plan([back], done, labels).placements, labels).steps, []);
      }),
    );
  });

  test(`${where}, the way from what was to what is leads there`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).placements;
        const onward = inverseOf(done, before);
        assert.deepEqual(
          describePlacements(onward ? plan([onward], before, labels).placements : before),
          describePlacements(done),
        );
      }),
    );
  });

  test(`${where}, taking back what was taken back gives exactly what was done`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).placements;
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

  test(`${where}, a flag that was set since outlives what is taken back`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).placements;
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

test('mail that has gone to the bin is shown nowhere else, while its server tells bit by bit which labels it lost', () => {
  const before = placementsAt('inbox', 'house', 'everything');
  const [inbox, house, everything] = before;
  const done = plan([trash], before, labelServer).placements;
  const onward = inverseOf(done, before);
  const binned = { ...inbox!, label: label.trash };
  for (const told of [[binned, house!, everything!], [binned, everything!], [binned]])
    assert.deepEqual(plan(onward ? [onward] : [], told, labelServer), { steps: [], placements: [binned] });
});
