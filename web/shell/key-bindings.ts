import type { Reply } from '../api.ts';
import { type Act, keyTable } from './key-table.ts';

/** What the daemon says of keys. */
export type KeysAnswer = Reply<'keys', 'get'>;

/** Where keys may differ, as keys.toml names it. */
export type KeyContext = keyof KeysAnswer['bindings'];

/** The keys in force, as the table writes them, by where one is. */
export type KeyBindings = Readonly<Record<KeyContext, Readonly<Partial<Record<Act, readonly string[]>>>>>;

export const keyContexts = ['mail_list', 'thread_view', 'message_view'] as const satisfies readonly KeyContext[];

const byAct = Object.fromEntries(keyTable.map(({ act, keys }) => [act, keys])) as Partial<Record<Act, string[]>>;

/** Those that hold until the daemon has said which do. */
export const defaultBindings: KeyBindings = { mail_list: byAct, thread_view: byAct, message_view: byAct };

/** The name of an act in keys.toml; undefined for what it cannot rebind. */
export function actionName(act: Act): string | undefined {
  if (keyTable.some((row) => row.act === act && row.place === 'writing')) return undefined;
  return act.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A chord of keys.toml as the table writes it: Ctrl is `Mod` there. */
export function tableKeys(chord: string): string {
  return chord.startsWith('ctrl-') ? `Mod ${chord.slice('ctrl-'.length)}` : chord;
}

/** The keys that an answer means; an act it does not name keeps its own. */
export function bindingsOf({ bindings }: Pick<KeysAnswer, 'bindings'>): KeyBindings {
  const inContext = (context: KeyContext) =>
    Object.fromEntries(
      keyTable.map(({ act, keys }) => [act, bindings[context][actionName(act) ?? '']?.map(tableKeys) ?? keys]),
    );
  return {
    mail_list: inContext('mail_list'),
    thread_view: inContext('thread_view'),
    message_view: inContext('message_view'),
  };
}

const storageKey = 'posthorn.keys';

/** The keys as this browser knew them last; undefined where it knows none. */
export function keptBindings(storage: Pick<Storage, 'getItem'>): KeyBindings | undefined {
  const kept = storage.getItem(storageKey);
  if (kept === null) return undefined;
  try {
    return bindingsOf({ bindings: checked(JSON.parse(kept)) });
  } catch (thrown) {
    // What another version or somebody's hand left there is no reason to show nothing.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

export function keepBindings(storage: Pick<Storage, 'setItem'>, { bindings }: KeysAnswer): void {
  storage.setItem(storageKey, JSON.stringify(bindings));
}

/** Throws TypeError where it is not what `keepBindings` has written. */
function checked(kept: unknown): KeysAnswer['bindings'] {
  const tables = kept as KeysAnswer['bindings'];
  for (const context of keyContexts)
    for (const keys of Object.values(tables[context]))
      if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string')) throw new TypeError('No keys.');
  return tables;
}
