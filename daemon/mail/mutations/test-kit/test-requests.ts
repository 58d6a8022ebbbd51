import fc from 'fast-check';
import type { Change } from '../change.ts';
import type { MutationKind } from '../journal.ts';
import { testMessage, type ServerResponse, type TestEngine } from './test-engine.ts';
import type { TestRequest, ModelMail } from './test-mailbox-model.ts';

/** The subjects of the messages of a run. */
export const subjects = ['Apple', 'Birch', 'Cedar'];
const folders = ['INBOX', 'House', 'Taxes 2026'];

const first = fc.nat({ max: 4 });
/** A response of a server. */
export const serverResponse: fc.Arbitrary<ServerResponse> = fc.oneof(
  fc.constantFrom<ServerResponse>({ how: 'well' }, { how: 'unnumbered' }, { how: 'offline' }),
  fc.record({ how: fc.constantFrom('lost' as const, 'killed' as const, 'refused' as const, 'failed' as const), first }),
);
/** A request of a user. */
export const testRequest: fc.Arbitrary<TestRequest> = fc.oneof(
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

/** An initial mailbox. */
export const initialMailbox: fc.Arbitrary<Map<string, ModelMail>> = fc
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
    { minLength: subjects.length, maxLength: subjects.length },
  )
  .map((mails) => new Map(subjects.map((name, index) => [name, { ...mails[index]! }])));

export function mutationKindOf({ ask: asked }: TestRequest): MutationKind {
  if (asked === 'flag') return 'set_flags';
  return asked === 'label' ? 'modify_labels' : asked;
}

export function changesFor({ labelAt }: TestEngine, request: TestRequest): Change[] {
  switch (request.ask) {
    case 'flag':
      return [{ do: 'flags', add: request.isSet ? [request.flag] : [], remove: request.isSet ? [] : [request.flag] }];
    case 'archive':
      return [{ do: 'archive', to: labelAt('Archive') }];
    case 'trash':
      return [{ do: 'trash', to: labelAt('Trash') }];
    case 'spam':
      return [{ do: 'spam', to: labelAt('Junk') }];
    case 'move':
      return [{ do: 'move', to: labelAt(request.to) }];
    case 'label': {
      const [add, remove] = [request.add, request.remove].map((paths) => paths.map(labelAt));
      return [{ do: 'label', add: add ?? [], remove: remove ?? [], rest: labelAt('Archive') }];
    }
  }
}

/** The ids that a server assigned to the copies of each message; a copy of a copy keeps its id. */
export function numbersOnServer(
  { server: { control } }: TestEngine,
  start: ReadonlyMap<string, ModelMail>,
): Map<number, string> {
  const placements = control.folders().flatMap((path) => control.messagesIn(path));
  const byNumber = placements.map(({ message }) => message).toSorted((a, b) => a - b);
  const owners = [...start].flatMap(([name, { folders: all }]) => all.map(() => name));
  return new Map(byNumber.map((number, index) => [number, owners[index]!]));
}

export function mailOnServer(
  { server: { control } }: TestEngine,
  numbers: Map<number, string>,
): Map<string, ModelMail> {
  const found = new Map<string, ModelMail>(subjects.map((name) => [name, { folders: [], flags: [] }]));
  for (const path of control.folders())
    for (const { message, flags } of control.messagesIn(path)) {
      const mail = found.get(numbers.get(message)!)!;
      mail.folders.push(path);
      mail.flags = flags;
    }
  for (const mail of found.values()) mail.folders.sort();
  return found;
}

/** Delivers the initial mail to a server. */
export function deliver({ server: { control } }: TestEngine, start: ReadonlyMap<string, ModelMail>): void {
  for (const [name, { folders: all, flags }] of start)
    for (const folder of all) control.deliver(testMessage(name), { folder, flags });
}

/** The state as lists show it: each folder once. */
export function displayedForm({ folders: all, flags }: ModelMail) {
  return { folders: [...new Set(all)].toSorted(), flags };
}
