import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { localTime } from '../../base/local-time.ts';
import type { CheckContext } from './check-context.ts';

const [nightStartHour, nightEndHour] = [22, 6];
const hourMs = 3_600_000;

/** A scheduled send at night, in the user's time zone. */
export function sendTimeIssues({ send_at, zone }: Pick<CheckContext, 'send_at' | 'zone'>): DraftSafetyIssue[] {
  if (send_at === undefined) return [];
  const local = new Date(localTime(send_at.getTime(), zone));
  const hour = Math.floor((local.getTime() % (24 * hourMs)) / hourMs);
  if (hour >= nightEndHour && hour < nightStartHour) return [];
  const time = local.toISOString().slice(11, 16);
  return [
    {
      code: 'send_time_note',
      severity: 'info',
      message: `It will be sent at ${time}, during the night where you are.`,
    },
  ];
}
