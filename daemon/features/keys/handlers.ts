import type { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { keyActions, keyContexts, keyPresets, presetKeys } from '../../config/key-bindings/actions.ts';
import { reboundKeys, withPreset, withoutOwnKeys } from '../../config/key-bindings/edit.ts';
import type { LiveKeyBindings } from '../../config/key-bindings/live-key-bindings.ts';
import type { ContextKeys } from '../../config/key-bindings/key-bindings.ts';
import type { Call, Handlers } from '../../handler-types.ts';
import { isPerson } from '../../safety/policy.ts';
import type { keysRequests } from './contract.ts';

type KeysDeps = { keyBindings: LiveKeyBindings };

type Keys = z.input<typeof keysRequests.get.output>;
type KeysChange = z.output<typeof keysRequests.change.input>;

export function keysHandlers({ keyBindings }: KeysDeps): Handlers<typeof keysRequests> {
  return {
    get: (_input, call) => keysFor(keyBindings, call),
    change(input, call) {
      const edits = editsOf(input, keyBindings.file);
      keyBindings.edit((text) => edits.reduce((edited, edit) => edit(edited), text));
      return keysFor(keyBindings, call);
    },
  };
}

/** The requested changes as edits for one write. Throws `Failure` invalid `nothing_to_change`. */
function editsOf({ context, action, keys, take = false, preset, forget = false }: KeysChange, file: string) {
  const edits: ((text: string) => string)[] = [];
  if (forget) edits.push((text) => withoutOwnKeys(text, file));
  if (preset) edits.push((text) => withPreset(text, preset));
  if (action !== undefined && keys !== undefined) {
    const contexts = context === undefined ? keyContexts : [context];
    edits.push((text) => reboundKeys(text, file, { contexts, action, keys, take }));
  }
  const isIncomplete = (action === undefined) !== (keys === undefined);
  if (edits.length > 0 && !isIncomplete) return edits;
  const message = 'Give an action and its keys, or a preset, or forget. Nothing was changed.';
  throw new Failure('invalid', 'nothing_to_change', message);
}

function keysFor({ file, current, trouble }: LiveKeyBindings, { caller }: Pick<Call, 'caller'>): Keys {
  const isOwner = isPerson(caller);
  const { preset, contexts, own, notes } = current;
  return {
    file: isOwner ? file : null,
    trouble: isOwner ? (trouble ?? null) : null,
    notes: isOwner ? [...notes] : [],
    preset,
    presets: [...keyPresets],
    actions: keyActions.map((row) => ({
      name: row.name,
      does: row.description,
      place: row.target,
      default_keys: [...presetKeys(row, preset)],
    })),
    bindings: {
      mail_list: recordOf(contexts.mail_list),
      message_view: recordOf(contexts.message_view),
      thread_view: recordOf(contexts.thread_view),
    },
    own: [...own],
  };
}

function recordOf(keys: ContextKeys): Record<string, string[]> {
  return Object.fromEntries([...keys].map(([action, chords]) => [action, [...chords]]));
}
