import fc from 'fast-check';
import type { Change } from './change.ts';
import type { MutationKind } from './journal.ts';
import { letter, type Answer, type TestEngine } from './test-engine.ts';
import type { Ask, Mail } from './test-model.ts';

/** The subjects of the messages of a run. */
export const names = ['Apple', 'Birch', 'Cedar'];
const folders = ['INBOX', 'House', 'Taxes 2026'];

const first = fc.nat({ max: 4 });
/** How a server may answer. */
export const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.constantFrom<Answer>({ how: 'well' }, { how: 'unnumbered' }, { how: 'offline' }),
  fc.record({ how: fc.constantFrom('lost' as const, 'killed' as const, 'refused' as const, 'failed' as const), first }),
);
/** What somebody may ask for. */
export const ask: fc.Arbitrary<Ask> = fc.oneof(
  fc.record({
    ask: fc.constant('flag' as const),
    flag: fc.constantFrom('\\Seen' as const, '\\Flagged' as const),
    isSet: fc.boolean(),
  }),
  fc.record({ ask: fc.constantFrom('archive' as const, 'trash' as const, 'spam' as const) }),
  fc.record({ ask: fc.constant('move' as const), to: fc.constantFrom(...folders) }),
  fc.record({
    ask: fc.constant('label' as const),
    add: fc.subarray(folders, { maxLength: 2 }),
    remove: fc.subarray([...folders, 'Archive']),
  }),
);

/** A mailbox to begin with. */
export const start: fc.Arbitrary<Map<string, Mail>> = fc
  .array(
    fc.record({
      folders: fc
        .array(fc.constantFrom('INBOX', 'INBOX', 'Sent', 'House', 'Archive', 'Trash', 'Junk'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((some) => some.toSorted()),
      flags: fc.subarray(['\\Flagged', '\\Seen']),
    }),
    { minLength: names.length, maxLength: names.length },
  )
  .map((mails) => new Map(names.map((name, index) => [name, { ...mails[index]! }])));

export function kindOf({ ask: asked }: Ask): MutationKind {
  if (asked === 'flag') return 'set_flags';
  return asked === 'label' ? 'modify_labels' : asked;
}

export function changesFor({ labelAt }: TestEngine, wish: Ask): Change[] {
  switch (wish.ask) {
    case 'flag':
      return [{ do: 'flags', add: wish.isSet ? [wish.flag] : [], remove: wish.isSet ? [] : [wish.flag] }];
    case 'archive':
      return [{ do: 'archive', to: labelAt('Archive') }];
    case 'trash':
      return [{ do: 'trash', to: labelAt('Trash') }];
    case 'spam':
      return [{ do: 'spam', to: labelAt('Junk') }];
    case 'move':
      return [{ do: 'move', to: labelAt(wish.to) }];
    case 'label': {
      const [add, remove] = [wish.add, wish.remove].map((paths) => paths.map(labelAt));
      return [{ do: 'label', add: add ?? [], remove: remove ?? [], rest: labelAt('Archive') }];
    }
  }
}

/** The numbers a server has given to the copies of each message; a copy of a copy keeps its number. */
export function numbersOnServer(
  { server: { control } }: TestEngine,
  start: ReadonlyMap<string, Mail>,
): Map<number, string> {
  const lying = control.folders().flatMap((path) => control.lying(path));
  const byNumber = lying.map(({ message }) => message).toSorted((a, b) => a - b);
  const owners = [...start].flatMap(([name, { folders: all }]) => all.map(() => name));
  return new Map(byNumber.map((number, index) => [number, owners[index]!]));
}

export function onServer({ server: { control } }: TestEngine, numbers: Map<number, string>): Map<string, Mail> {
  const found = new Map<string, Mail>(names.map((name) => [name, { folders: [], flags: [] }]));
  for (const path of control.folders())
    for (const { message, flags } of control.lying(path)) {
      const held = found.get(numbers.get(message)!)!;
      held.folders.push(path);
      held.flags = flags;
    }
  for (const held of found.values()) held.folders.sort();
  return found;
}

/** Has a server hold this mail. */
export function deliver({ server: { control } }: TestEngine, start: ReadonlyMap<string, Mail>): void {
  for (const [name, { folders: all, flags }] of start)
    for (const folder of all) control.deliver(letter(name), { folder, flags });
}

/** As lists show it, which name a folder once. */
export function simple({ folders: all, flags }: Mail) {
  return { folders: [...new Set(all)].toSorted(), flags };
}
