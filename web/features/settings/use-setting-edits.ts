import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../../design/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { Refusal } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import { valueAt } from '../../data/settings/setting-keys.ts';
import { settingsQuery, type SettingValue } from '../../data/queries/settings.ts';

const t = strings.settings;

type SettingChange = { key: string; value: SettingValue | null; name: string };
/** Ends with what is wrong with the value, in a sentence, or undefined once it is stored. */
export type ChangeSetting = (change: SettingChange) => Promise<string | undefined>;

/**
 * Changes a setting at once, one after the other, and says so with the way back. What was changed elsewhere since it was
 * read is never overwritten: it is read again, and said. No `useAction`: a value that is not valid is answered to its field.
 */
export function useSettingEdits(): ChangeSetting {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const { queryKey } = settingsQuery(api);
  const toastId = useRef<number>(undefined);
  const { mutateAsync } = useMutation({
    scope: { id: 'settings' },
    async mutationFn({ key, value }: SettingChange) {
      await client.cancelQueries({ queryKey });
      const answer = await api.settings.change({ key, value, if_match: client.getQueryData(queryKey)?.etag });
      client.setQueryData(queryKey, answer);
    },
  });

  function announce(text: string, undo: () => void): void {
    const toast = { tone: 'plain' as const, text, button: { label: t.undo, run: undo } };
    // One line says the latest: a page of settings is no list of what was clicked.
    if (toastId.current === undefined) toastId.current = toasts.show(toast);
    else toasts.change(toastId.current, toast);
  }

  return async function change({ key, value, name }) {
    const cached = client.getQueryData(queryKey);
    const before = cached?.explicit.includes(key) ? (valueAt(cached.values, key) ?? null) : null;
    try {
      await mutateAsync({ key, value, name });
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'invalid_setting' || error.code === 'invalid_input'))
        return errorForField(error.message, key);
      const isStale = error instanceof Refusal && error.code === 'changed_meanwhile';
      const reason = isStale ? t.changedElsewhere : errorText(error);
      toasts.show({ tone: 'bad', text: t.notSaved({ name }), note: reason });
      await client.invalidateQueries({ queryKey });
      return reason;
    }
    announce(value === null ? t.reset({ name }) : t.saved({ name }), () => void change({ key, value: before, name }));
    return undefined;
  };
}

/** What the daemon says of a key, at its field, where nobody has to be told which one is meant. */
function errorForField(message: string, key: string): string {
  return message.startsWith(`${key} `) ? `This ${message.slice(key.length + 1)}` : message;
}
