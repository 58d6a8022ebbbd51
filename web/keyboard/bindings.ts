import type { Reply } from '../api/client.ts';
import { type Command, commandTable } from './command-table.ts';

/** What the daemon says of keys. */
export type KeysReply = Reply<'keys', 'get'>;

/** Where keys may differ, as keys.toml names it. */
export type KeyContext = keyof KeysReply['bindings'];

/** The keys in force, as the table writes them, by where one is. */
export type KeyBindings = Readonly<Record<KeyContext, Readonly<Partial<Record<Command, readonly string[]>>>>>;

export const keyContexts = ['mail_list', 'thread_view', 'message_view'] as const satisfies readonly KeyContext[];

const defaultKeys = Object.fromEntries(commandTable.map(({ command, keys }) => [command, keys])) as Partial<
  Record<Command, string[]>
>;

/** Those that hold until the daemon has said which do. */
export const defaultBindings: KeyBindings = {
  mail_list: defaultKeys,
  thread_view: defaultKeys,
  message_view: defaultKeys,
};

/** The name of an act in keys.toml; undefined for what it cannot rebind. */
export function actionName(command: Command): string | undefined {
  if (commandTable.some((row) => row.command === command && row.scope === 'writing')) return undefined;
  return command.replaceAll(/[A-Z]/g, (character) => `_${character.toLowerCase()}`);
}

/** A chord of keys.toml as the table writes it: Ctrl is `Mod` there. */
export function toTableChord(chord: string): string {
  return chord.startsWith('ctrl-') ? `Mod ${chord.slice('ctrl-'.length)}` : chord;
}

/** The keys that an answer means; an act it does not name keeps its own. */
export function bindingsOf({ bindings }: Pick<KeysReply, 'bindings'>): KeyBindings {
  const inContext = (context: KeyContext) =>
    Object.fromEntries(
      commandTable.map(({ command, keys }) => [
        command,
        bindings[context][actionName(command) ?? '']?.map(toTableChord) ?? keys,
      ]),
    );
  return {
    mail_list: inContext('mail_list'),
    thread_view: inContext('thread_view'),
    message_view: inContext('message_view'),
  };
}

const storageKey = 'posthorn.keys';

/** The keys as this browser knew them last; undefined where it knows none. */
export function storedBindings(storage: Pick<Storage, 'getItem'>): KeyBindings | undefined {
  const stored = storage.getItem(storageKey);
  if (stored === null) return undefined;
  try {
    return bindingsOf({ bindings: checked(JSON.parse(stored)) });
  } catch (thrown) {
    // What another version or somebody's hand left there is no reason to show nothing.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

export function storeBindings(storage: Pick<Storage, 'setItem'>, { bindings }: KeysReply): void {
  storage.setItem(storageKey, JSON.stringify(bindings));
}

/** Throws TypeError where it is not what `keepBindings` has written. */
function checked(stored: unknown): KeysReply['bindings'] {
  const tables = stored as KeysReply['bindings'];
  for (const context of keyContexts)
    for (const keys of Object.values(tables[context]))
      if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string')) throw new TypeError('No keys.');
  return tables;
}
