import { useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { useAction } from '../../../data/use-action.ts';
import { chimesQuery, type ChimeSetting } from '../../../data/queries/notifications.ts';

const t = strings.sounds;

/**
 * The changes of sounds and notifications. A toast reports failures. The promises resolve to whether the change succeeded.
 */
export function useNotificationEdits() {
  const { api } = useServices();
  const client = useQueryClient();
  const { runAction } = useAction({ affects: ['settings', 'chimes', 'quiet'] });
  const settingKey = (key: string, value: string | boolean | null) => api.settings.change({ key, value });
  return {
    chimes: (patch: Partial<ChimeSetting>) =>
      runAction(
        async () => client.setQueryData(chimesQuery(api).queryKey, await api.notifications.setChimes(patch)),
        t.notSet,
      ),
    setting: (key: string, value: string | boolean | null) => runAction(() => settingKey(key, value), t.notSet),
    /** Null removes both ends. */
    quietHours: (hours: { from: string; until: string } | null) =>
      runAction(async () => {
        await settingKey('notifications.quiet_from', hours?.from ?? null);
        await settingKey('notifications.quiet_until', hours?.until ?? null);
      }, t.notSet),
    pause: (until: string | null) => runAction(() => api.notifications.pause({ until }), t.notSet),
  };
}
