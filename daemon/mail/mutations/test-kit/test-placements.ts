import fc from 'fast-check';
import type { FolderRole } from '../../../providers/provider.ts';
import type { Change } from '../change.ts';
import type { LabelRules, PlacementState, Step } from '../plan/plan.ts';

/** The labels of an account, by their internal ids. */
export const label = {
  inbox: 1,
  sent: 2,
  drafts: 3,
  archive: 4,
  trash: 5,
  spam: 6,
  house: 7,
  taxes: 8,
  everything: 9,
} as const;

const roles = new Map<number, FolderRole>([
  [label.inbox, 'inbox'],
  [label.sent, 'sent'],
  [label.drafts, 'drafts'],
  [label.archive, 'archive'],
  [label.trash, 'trash'],
  [label.spam, 'spam'],
  [label.everything, 'all_mail'],
]);

const roleOf = (id: number) => roles.get(id) ?? null;

/** A server whose folders hold copies. */
export const folderServer: LabelRules = { roleOf };
/** A server whose folders are labels. */
export const labelServer: LabelRules = { roleOf, allMail: label.everything };

/** The placements of a message: `placementsAt('inbox', 'house *')` is in the inbox and starred in the folder House. */
export function placementsAt(...placements: string[]): PlacementState[] {
  return placements.map((text, slot) => {
    const [name, ...flagCodes] = text.split(' ');
    const flags = flagCodes.map((code) => ({ '*': '\\Flagged', r: '\\Seen' })[code] ?? code);
    return { slot, label: label[name as keyof typeof label], flags: flags.toSorted() };
  });
}

/** A description of placements, in sorted order: `house \Flagged`, once for each copy. */
export function describePlacements(placements: readonly Pick<PlacementState, 'label' | 'flags'>[]): string[] {
  const nameOf = (id: number) => Object.entries(label).find(([, each]) => each === id)?.[0] ?? String(id);
  return placements.map((placement) => [nameOf(placement.label), ...placement.flags.toSorted()].join(' ')).toSorted();
}

/** The placements of a message after a folder server carried out steps in order. */
export function applySteps(placements: readonly PlacementState[], steps: readonly Step[]): PlacementState[] {
  return steps.reduce<PlacementState[]>((now, step) => afterStep(now, step), [...placements]);
}

function afterStep(now: readonly PlacementState[], step: Step): PlacementState[] {
  const placement = now.find(({ slot }) => slot === step.slot);
  if (!placement) throw new Error('a step names a placement that the message does not have');
  const others = now.filter((each) => each !== placement);
  switch (step.do) {
    case 'flags': {
      const flags = [...placement.flags.filter((flag) => !step.remove.includes(flag)), ...step.add];
      return [...others, { ...placement, flags }];
    }
    case 'move':
      return [...others, { ...placement, label: step.to }];
    case 'copy':
      return [...now, { ...placement, slot: step.as, label: step.to }];
    case 'expunge':
      return others;
  }
}

const flag = fc.constantFrom('\\Seen', '\\Flagged', 'Waiting');
const flags = fc.uniqueArray(flag, { maxLength: 3 }).map((some) => some.toSorted());
const folders = Object.values(label).filter((id) => id !== label.everything);

/** Placements on a folder server: in any folders, in some more than once. */
export const anyPlacements: fc.Arbitrary<PlacementState[]> = fc
  .array(fc.record({ label: fc.constantFrom(...folders), flags }), { minLength: 1, maxLength: 4 })
  .map((places) => places.map((place, slot) => ({ ...place, slot })));

/** Placements on a server whose folders are labels: in the trash, in spam, or in all mail and under some labels. */
export const anyLabelServerPlacements: fc.Arbitrary<PlacementState[]> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom([label.trash], [label.spam]),
      fc.subarray([label.inbox, label.sent, label.house, label.taxes]).map((some) => [...some, label.everything]),
    ),
    flags,
  )
  .map(([labels, own]) => labels.map((id, slot) => ({ slot, label: id, flags: own })));

const anyFlags = fc.record({ do: fc.constant('flags' as const), add: flags, remove: flags });

/** A single change; `archive` is the label of the archive. */
export function anyChange(archive: number): fc.Arbitrary<Change> {
  const goals = folders.filter((id) => id !== label.archive || archive === label.archive);
  const kept = goals.filter((id) => id !== label.trash && id !== label.spam);
  const some = (labels: number[]) => fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 2 });
  return fc.oneof(
    anyFlags,
    fc.constant({ do: 'archive' as const, to: archive }),
    fc.constant({ do: 'trash' as const, to: label.trash }),
    fc.constant({ do: 'spam' as const, to: label.spam }),
    fc.record({ do: fc.constant('move' as const), to: fc.constantFrom(...goals) }),
    fc.record({
      do: fc.constant('label' as const),
      add: some(kept),
      remove: some(goals),
      rest: fc.constantFrom(0, archive),
    }),
  );
}

/** The changes of one mutation: flags and a placement, combined as in requests. */
export function anyMutation(archive: number): fc.Arbitrary<Change[]> {
  return fc
    .tuple(fc.option(anyFlags, { nil: undefined }), anyChange(archive))
    .map(([first, then]) => [...(first ? [first] : []), then]);
}
