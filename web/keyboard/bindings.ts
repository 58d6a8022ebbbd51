import type { Reply } from '../api/client.ts';
import { type Command, commandTable } from './command-table.ts';

/** The answer of the daemon about keys. */
export type KeysReply = Reply<'keys', 'get'>;

/** The contexts in which bindings may differ, with their names in keys.toml. */
export type KeyContext = keyof KeysReply['bindings'];

/** The bindings in force, in the notation of the command table, by context. */
export type KeyBindings = Readonly<Record<KeyContext, Readonly<Partial<Record<Command, readonly string[]>>>>>;

export const keyContexts = ['mail_list', 'thread_view', 'message_view'] as const satisfies readonly KeyContext[];

const defaultKeys = Object.fromEntries(commandTable.map(({ command, keys }) => [command, keys])) as Partial<
  Record<Command, string[]>
>;

/** The defaults until the daemon has answered. */
export const defaultBindings: KeyBindings = {
  mail_list: defaultKeys,
  thread_view: defaultKeys,
  message_view: defaultKeys,
};

/** The name of a command in keys.toml; undefined if it cannot be rebound. */
export function actionName(command: Command): string | undefined {
  if (commandTable.some((row) => row.command === command && row.scope === 'writing')) return undefined;
  return command.replaceAll(/[A-Z]/g, (character) => `_${character.toLowerCase()}`);
}

/** Converts a chord of keys.toml to the notation of the command table, in which Ctrl is `Mod`. */
export function toTableChord(chord: string): string {
  return chord.startsWith('ctrl-') ? `Mod ${chord.slice('ctrl-'.length)}` : chord;
}

/** The bindings of an answer; a command that is not in the answer keeps its default. */
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

/** The last bindings that this browser stored; undefined without any. */
export function storedBindings(storage: Pick<Storage, 'getItem'>): KeyBindings | undefined {
  const stored = storage.getItem(storageKey);
  if (stored === null) return undefined;
  try {
    return bindingsOf({ bindings: checked(JSON.parse(stored)) });
  } catch (thrown) {
    // An invalid stored value must not break the page.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

export function storeBindings(storage: Pick<Storage, 'setItem'>, { bindings }: KeysReply): void {
  storage.setItem(storageKey, JSON.stringify(bindings));
}

/** Throws a TypeError if the value was not written by `keepBindings`. */
function checked(stored: unknown): KeysReply['bindings'] {
  const tables = stored as KeysReply['bindings'];
  for (const context of keyContexts)
    for (const keys of Object.values(tables[context]))
      if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string')) throw new TypeError('No keys.');
  return tables;
}
