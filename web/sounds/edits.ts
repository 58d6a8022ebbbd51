import { useQueryClient } from '@tanstack/react-query';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { chimesQuery, type ChimeSetting } from './queries.ts';

const words = strings.sounds;

/** What can be changed about sounds and notifications. What fails is said in a toast; a promise ends with whether it was done. */
export function useSoundEdits() {
  const { api } = useParts();
  const client = useQueryClient();
  const tried = useTrying('settings', 'chimes', 'quiet');
  const keyed = (key: string, value: string | boolean | null) => api.settings.change({ key, value });
  return {
    chimes: (patch: Partial<ChimeSetting>) =>
      tried(
        async () => client.setQueryData(chimesQuery(api).queryKey, await api.notifications.setChimes(patch)),
        words.notSet,
      ),
    setting: (key: string, value: string | boolean | null) => tried(() => keyed(key, value), words.notSet),
    /** Null takes both ends away. */
    quietHours: (hours: { from: string; until: string } | null) =>
      tried(async () => {
        await keyed('notifications.quiet_from', hours?.from ?? null);
        await keyed('notifications.quiet_until', hours?.until ?? null);
      }, words.notSet),
    pause: (until: string | null) => tried(() => api.notifications.pause({ until }), words.notSet),
  };
}
