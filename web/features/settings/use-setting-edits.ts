import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { Refusal } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import { valueAt } from '../../data/settings/setting-keys.ts';
import { settingsQuery, type SettingValue } from '../../data/queries/settings.ts';

const t = strings.settings;

type SettingChange = { key: string; value: SettingValue | null; name: string };
/** Resolves to the error of the value, as a sentence, or to undefined after it was stored. */
export type ChangeSetting = (change: SettingChange) => Promise<string | undefined>;

/**
 * Changes settings one after the other, each with a toast and its undo. A value that was changed elsewhere since it was read
 * is never overwritten: it is refetched, and the user is told. Not a `useAction`: the error of an invalid value is returned
 * to its field.
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
    // Only the latest toast is shown, because the page itself shows the other changes.
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

/** The daemon's error for a key, shown at its field without repeating the key. */
function errorForField(message: string, key: string): string {
  return message.startsWith(`${key} `) ? `This ${message.slice(key.length + 1)}` : message;
}
