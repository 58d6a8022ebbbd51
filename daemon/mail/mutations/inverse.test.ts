import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Change } from './change.ts';
import { inverseOf, standing } from './inverse.ts';
import { plan, type Labels, type Place } from './steps.ts';
import { anyMutation, anyLabelled, anyPlaces, at, folderServer, label, labelServer, said } from './test-places.ts';

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
function takenBack(
  places: readonly Place[],
  change: readonly Change[],
  since: readonly Change[],
  labels: Labels = folderServer,
): string[] | undefined {
  const done = plan(change, places, labels).places;
  const now = plan(since, done, labels).places;
  const inverse = inverseOf(places, done);
  const left = inverse && standing(inverse, now);
  return left && said(plan([left], now, labels).places);
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
  test(sentence, () => assert.deepEqual(takenBack(at(...before), change, since), wanted));

test('where folders are labels, what was binned has all its labels again', () => {
  const before = at('inbox *', 'house *', 'everything *');
  assert.deepEqual(takenBack(before, [trash], [], labelServer), said(before));
});

test('where folders are labels, what was binned since it was archived stays in the bin', () => {
  const toAll: Change = { do: 'archive', to: label.everything };
  assert.equal(takenBack(at('inbox', 'everything'), [toAll], [trash], labelServer), undefined);
});

test('what changed nothing has nothing to be taken back', () => {
  assert.equal(takenBack(at('house r'), [archive, read], []), undefined);
});

const servers: [string, Labels, fc.Arbitrary<Place[]>, number][] = [
  ['where folders hold copies', folderServer, anyPlaces, label.archive],
  ['where folders are labels', labelServer, anyLabelled, label.everything],
];

for (const [where, labels, places, archived] of servers) {
  const changes = anyMutation(archived);

  test(`${where}, taking back what was done gives exactly what was before`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        assert.deepEqual(takenBack(before, asked, [], labels) ?? said(before), said(before));
      }),
    );
  });

  test(`${where}, what has been taken back is not taken back again when its answer was lost`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).places;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        assert.deepEqual(plan([back], plan([back], done, labels).places, labels).steps, []);
      }),
    );
  });

  test(`${where}, the way from what was to what is leads there`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).places;
        const onward = inverseOf(done, before);
        assert.deepEqual(said(onward ? plan([onward], before, labels).places : before), said(done));
      }),
    );
  });

  test(`${where}, taking back what was taken back gives exactly what was done`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).places;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        const undone = plan([back], done, labels).places;
        const again = inverseOf(done, undone);
        assert.deepEqual(said(again ? plan([again], undone, labels).places : undone), said(done));
      }),
    );
  });

  test(`${where}, a flag that was set since outlives what is taken back`, () => {
    fc.assert(
      fc.property(places, changes, (before, asked) => {
        const done = plan(asked, before, labels).places;
        const back = inverseOf(before, done);
        fc.pre(back !== undefined);
        const now = plan([flags(['Later'])], done, labels).places;
        const left = standing(back, now);
        const end = left ? plan([left], now, labels).places : now;
        assert.ok(end.every((place) => place.flags.includes('Later')));
        assert.deepEqual(said(plan([flags([], ['Later'])], end, labels).places), said(before));
      }),
    );
  });
}

test('mail that has gone to the bin is shown nowhere else, while its server tells bit by bit which labels it lost', () => {
  const before = at('inbox', 'house', 'everything');
  const [inbox, house, everything] = before;
  const done = plan([trash], before, labelServer).places;
  const onward = inverseOf(done, before);
  const binned = { ...inbox!, label: label.trash };
  for (const told of [[binned, house!, everything!], [binned, everything!], [binned]])
    assert.deepEqual(plan(onward ? [onward] : [], told, labelServer), { steps: [], places: [binned] });
});
