import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Change } from '../change.ts';
import { plan, type LabelRules, type PlacementState } from './plan.ts';
import {
  anyChange,
  anyLabelServerPlacements,
  anyPlacements,
  placementsAt,
  applySteps,
  folderServer,
  label,
  labelServer,
  describePlacements,
} from '../test-kit/test-placements.ts';

/** Change it to try other cases; a failure prints its seed. */
fc.configureGlobal({ seed: 20_260_312 });

const archive: Change = { do: 'archive', to: label.archive };
const trash: Change = { do: 'trash', to: label.trash };
const spam: Change = { do: 'spam', to: label.spam };
const moveTo = (to: number): Change => ({ do: 'move', to });
const star: Change = { do: 'flags', add: ['\\Flagged'], remove: [] };
const relabel = (add: number[], remove: number[], rest = 0): Change => ({ do: 'label', add, remove, rest });

/** The placements after a change, and the number of steps. */
function placementsAfter(
  change: Change,
  initial: readonly PlacementState[],
  labels: LabelRules = folderServer,
): string[] {
  return describePlacements(plan([change], initial, labels).placements);
}

const folderServerCases: [string, Change, string[], string[]][] = [
  ['archiving takes mail out of the inbox', archive, ['inbox r'], ['archive \\Seen']],
  ['archiving takes mail out of the trash', archive, ['trash'], ['archive']],
  ['archiving does not move a message out of a folder', archive, ['house'], ['house']],
  ['archiving leaves the sent copy where it is', archive, ['inbox', 'sent'], ['archive', 'sent']],
  [
    'of two copies in the inbox, archiving leaves one, with all flags',
    archive,
    ['inbox', 'inbox *'],
    ['archive \\Flagged'],
  ],
  ['archived mail that is in the archive already is there once', archive, ['inbox r', 'archive'], ['archive \\Seen']],
  [
    'trashed mail is in the trash once, with all flags',
    trash,
    ['inbox r', 'sent', 'house *'],
    ['trash \\Flagged \\Seen'],
  ],
  ['mail that is moved to a label it has is there once', moveTo(label.house), ['inbox', 'house'], ['house']],
  ['a sent copy is not marked as spam', spam, ['inbox', 'sent'], ['sent', 'spam']],
  ['a message that was only sent can be marked as spam', spam, ['sent'], ['spam']],
  ['a move takes mail out of the inbox', moveTo(label.house), ['inbox', 'taxes'], ['house', 'taxes']],
  ['a move takes mail out of the trash', moveTo(label.house), ['trash'], ['house']],
  ['a move takes mail out of another folder', moveTo(label.house), ['taxes'], ['house']],
  ['a move to the current folder changes nothing', moveTo(label.house), ['house', 'taxes'], ['house', 'taxes']],
  ['a move leaves the sent copy where it is', moveTo(label.house), ['taxes', 'sent'], ['house', 'sent']],
  ['a star is set on every copy', star, ['inbox', 'house *'], ['house \\Flagged', 'inbox \\Flagged']],
  ['an added label is a copy', relabel([label.house], []), ['inbox r'], ['house \\Seen', 'inbox \\Seen']],
  ['a label it has is not added twice', relabel([label.house], []), ['house'], ['house']],
  [
    'a second copy in one folder is moved to the added label',
    relabel([label.house], []),
    ['inbox', 'inbox *'],
    ['house \\Flagged', 'inbox'],
  ],
  ['a removed label removes a copy', relabel([], [label.house]), ['inbox', 'house'], ['inbox']],
  ['the last label goes to the archive', relabel([], [label.house], label.archive), ['house'], ['archive']],
  ['the last label stays if no archive is given', relabel([], [label.house]), ['house'], ['house']],
  ['one copy of the last label is kept', relabel([], [label.house], label.archive), ['house', 'house'], ['archive']],
  ['replacing a label is a move', relabel([label.taxes], [label.house]), ['house r'], ['taxes \\Seen']],
  ['a label that is added and removed stays', relabel([label.house], [label.house]), ['house'], ['house']],
];

for (const [title, change, before, expected] of folderServerCases)
  test(title, () => assert.deepEqual(placementsAfter(change, placementsAt(...before)), expected));

const labelServerCases: [string, Change, string[], string[]][] = [
  ['archived mail is in all mail', { do: 'archive', to: label.everything }, ['inbox', 'everything'], ['everything']],
  ['trashing removes mail from all mail', trash, ['inbox', 'house', 'everything'], ['trash']],
  [
    'removing a label keeps the message in all mail',
    relabel([], [label.house]),
    ['house', 'everything'],
    ['everything'],
  ],
  [
    'adding a label adds a placement',
    relabel([label.taxes], []),
    ['house', 'everything'],
    ['everything', 'house', 'taxes'],
  ],
  ['the all-mail label cannot be removed', relabel([], [label.everything]), ['everything'], ['everything']],
  ['a message that leaves spam is in all mail again', moveTo(label.inbox), ['spam'], ['everything', 'inbox']],
];

for (const [title, change, before, expected] of labelServerCases)
  test(`where folders are labels, ${title}`, () =>
    assert.deepEqual(placementsAfter(change, placementsAt(...before), labelServer), expected));

test('where folders are labels, a label is removed without expunging', () => {
  const { steps } = plan([relabel([], [label.house])], placementsAt('house', 'everything'), labelServer);
  assert.deepEqual(steps, [{ do: 'move', slot: 0, to: label.everything }]);
});

test('a flag to add and to remove is added, however often it is requested', () => {
  const change: Change = { do: 'flags', add: ['\\Seen'], remove: ['\\seen'] };
  for (const before of [placementsAt('inbox'), placementsAt('inbox r')])
    assert.deepEqual(placementsAfter(change, before), ['inbox \\Seen']);
});

test('flags are case-insensitive', () => {
  const change: Change = { do: 'flags', add: ['\\SEEN'], remove: [] };
  assert.deepEqual(plan([change], placementsAt('inbox r'), folderServer).steps, []);
});

test('a message without placements is not changed', () => {
  assert.deepEqual(plan([archive, trash, star], [], folderServer), { steps: [], placements: [] });
});

const servers: [string, LabelRules, fc.Arbitrary<PlacementState[]>, number][] = [
  ['where folders hold copies', folderServer, anyPlacements, label.archive],
  ['where folders are labels', labelServer, anyLabelServerPlacements, label.everything],
];

for (const [where, labels, places, archived] of servers) {
  const change = anyChange(archived);

  test(`${where}, a change that is carried out is not carried out again`, () => {
    fc.assert(
      fc.property(places, change, (before, asked) => {
        const done = plan([asked], before, labels);
        const again = plan([asked], done.placements, labels);
        assert.deepEqual(again.steps, []);
        assert.deepEqual(describePlacements(again.placements), describePlacements(done.placements));
      }),
    );
  });

  test(`${where}, no message is lost, and expunged messages have another placement`, () => {
    fc.assert(
      fc.property(places, fc.array(change, { maxLength: 4 }), (before, asked) => {
        const { steps, placements: end } = plan(asked, before, labels);
        assert.ok(end.length > 0);
        if (labels.allMail !== undefined) assert.ok(steps.every((step) => step.do !== 'expunge'));
        let now = [...before];
        for (const step of labels.allMail === undefined ? steps : []) {
          now = applySteps(now, [step]);
          assert.ok(now.length > 0);
        }
      }),
    );
  });
}

test('carrying out the steps gives the planned placements', () => {
  fc.assert(
    fc.property(anyPlacements, fc.array(anyChange(label.archive), { maxLength: 4 }), (before, asked) => {
      const { steps, placements } = plan(asked, before, folderServer);
      assert.deepEqual(describePlacements(applySteps(before, steps)), describePlacements(placements));
    }),
  );
});

test('where folders are labels, a message has each once, and is in the trash or in spam alone', () => {
  fc.assert(
    fc.property(anyLabelServerPlacements, fc.array(anyChange(label.everything), { maxLength: 4 }), (before, asked) => {
      const labels = plan(asked, before, labelServer).placements.map((place) => place.label);
      assert.equal(new Set(labels).size, labels.length);
      const isAway = labels.includes(label.trash) || labels.includes(label.spam);
      assert.equal(isAway ? labels.length === 1 : labels.includes(label.everything), true, labels.join(' '));
    }),
  );
});

test('an interrupted undo is completed, whichever flags were already set', () => {
  const back: Change = {
    do: 'restore',
    put: [
      { label: label.house, flags: [], left: ['\\Seen'], at: label.archive },
      { label: label.inbox, flags: ['\\Seen'], left: ['\\Seen'], at: label.archive },
    ],
    take: [label.archive, label.archive],
    kept: [],
  };
  const before = placementsAt('archive r', 'archive r');
  const { steps } = plan([back], before, folderServer);
  for (let done = 0; done <= steps.length; done++) {
    const places = applySteps(before, steps.slice(0, done));
    assert.deepEqual(placementsAfter(back, places).toSorted(), ['house', 'inbox \\Seen'], `after ${done} steps`);
  }
});

test('a copy that is to be restored is not made from a placement that moves elsewhere', () => {
  const back: Change = {
    do: 'restore',
    put: [
      { label: label.house, flags: [], left: [], at: null },
      { label: label.archive, flags: ['\\Flagged'], left: ['\\Flagged'], at: label.inbox },
    ],
    take: [label.inbox],
    kept: [{ label: label.taxes, add: [], remove: [], flags: [], left: [] }],
  };
  assert.deepEqual(placementsAfter(back, placementsAt('inbox *', 'taxes')).toSorted(), [
    'archive \\Flagged',
    'house',
    'taxes',
  ]);
});

test('of two copies that go to one folder, the one that is already back is not copied again', () => {
  const back: Change = {
    do: 'restore',
    put: [
      { label: label.trash, flags: [], left: [], at: label.archive },
      { label: label.trash, flags: ['\\Flagged'], left: ['\\Flagged'], at: label.house },
    ],
    take: [label.archive, label.house],
    kept: [],
  };
  assert.deepEqual(placementsAfter(back, placementsAt('trash', 'house *')).toSorted(), ['trash', 'trash \\Flagged']);
});

test('of two copies in one folder the changed one is reverted, whichever comes first', () => {
  const back: Change = {
    do: 'restore',
    put: [],
    take: [],
    kept: [
      { label: label.house, add: [], remove: ['\\Seen'], flags: [], left: ['\\Seen'] },
      { label: label.house, add: [], remove: [], flags: ['\\Flagged', '\\Seen'], left: ['\\Flagged', '\\Seen'] },
    ],
  };
  for (const order of [
    placementsAt('house r', 'house * r'),
    placementsAt('house * r', 'house r'),
    placementsAt('house * r', 'house'),
  ])
    assert.deepEqual(placementsAfter(back, order).toSorted(), ['house', 'house \\Flagged \\Seen']);
});

test('uncertain flags are always sent to the server', () => {
  const [place] = placementsAt('inbox r');
  const { steps } = plan(
    [{ do: 'flags', add: ['\\Seen'], remove: [] }],
    [{ ...place!, uncertainFlags: ['\\Seen'] }],
    folderServer,
  );
  assert.deepEqual(steps, [{ do: 'flags', slot: 0, add: ['\\Seen'], remove: [] }]);
});

test('two copies whose restoring was interrupted at any step have their own flags in the end', () => {
  const back: Change = {
    do: 'restore',
    put: [
      { label: label.house, flags: ['\\Flagged', '\\Seen'], left: ['\\Flagged'], at: null },
      { label: label.house, flags: [], left: ['\\Flagged'], at: null },
    ],
    take: [],
    kept: [{ label: label.taxes, add: [], remove: [], flags: ['\\Flagged'], left: ['\\Flagged'] }],
  };
  const before = placementsAt('taxes *');
  const { steps } = plan([back], before, folderServer);
  for (let done = 0; done <= steps.length; done++) {
    const places = applySteps(before, steps.slice(0, done));
    const wanted = ['house', 'house \\Flagged \\Seen', 'taxes \\Flagged'];
    assert.deepEqual(placementsAfter(back, places).toSorted(), wanted, `after ${done} steps`);
  }
});

test('a placement restored by copying another one has its own flags', () => {
  const back: Change = {
    do: 'restore',
    put: [{ label: label.archive, flags: ['\\Answered', '\\Seen'], left: ['\\Answered', '\\Seen'], at: label.inbox }],
    take: [label.inbox],
    kept: [],
  };
  assert.deepEqual(placementsAfter(back, placementsAt('taxes r')).toSorted(), [
    'archive \\Answered \\Seen',
    'taxes \\Seen',
  ]);
});
