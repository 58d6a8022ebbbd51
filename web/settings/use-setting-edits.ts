import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { Refusal } from '../session.ts';
import { strings } from '../strings.ts';
import { valueAt } from './keys.ts';
import { settingsQuery, type SettingValue } from './queries.ts';

const words = strings.settings;

export type Wish = { key: string; value: SettingValue | null; name: string };
/** Ends with what is wrong with the value, in a sentence, or undefined once it is stored. */
export type ChangeSetting = (wish: Wish) => Promise<string | undefined>;

/**
 * Changes a setting at once, one after the other, and says so with the way back. What was changed elsewhere since it was
 * read is never overwritten: it is read again, and said.
 */
export function useSettingEdits(): ChangeSetting {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const { queryKey } = settingsQuery(api);
  const said = useRef<number>(undefined);
  const { mutateAsync } = useMutation({
    scope: { id: 'settings' },
    async mutationFn({ key, value }: Wish) {
      await client.cancelQueries({ queryKey });
      const answer = await api.settings.change({ key, value, if_match: client.getQueryData(queryKey)?.etag });
      client.setQueryData(queryKey, answer);
    },
  });

  function say(text: string, takeBack: () => void): void {
    const toast = { tone: 'plain' as const, text, button: { label: words.undo, run: takeBack } };
    // One line says the latest: a page of settings is no list of what was clicked.
    if (said.current === undefined) said.current = toasts.show(toast);
    else toasts.change(said.current, toast);
  }

  return async function change({ key, value, name }) {
    const held = client.getQueryData(queryKey);
    const before = held?.explicit.includes(key) ? (valueAt(held.values, key) ?? null) : null;
    try {
      await mutateAsync({ key, value, name });
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'invalid_setting' || error.code === 'invalid_input'))
        return faultWords(error.message, key);
      const isStale = error instanceof Refusal && error.code === 'changed_meanwhile';
      const reason = isStale ? words.changedElsewhere : wordsOf(error);
      toasts.show({ tone: 'bad', text: words.notSaved({ name }), note: reason });
      await client.invalidateQueries({ queryKey });
      return reason;
    }
    say(
      value === null ? words.reset({ name }) : words.saved({ name }),
      () => void change({ key, value: before, name }),
    );
    return undefined;
  };
}

/** What the daemon says of a key, at its field, where nobody has to be told which one is meant. */
function faultWords(message: string, key: string): string {
  return message.startsWith(`${key} `) ? `This ${message.slice(key.length + 1)}` : message;
}
