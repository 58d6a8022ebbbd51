const hourMs = 3_600_000;
const morningHour = 8;
/** Before this hour the next morning is today's. */
const nightEndHour = 5;

/** The end of a pause without a time limit. */
const endlessPauseEnd = '9999-12-31T00:00:00.000Z';

/** The length of a pause; `none` ends a pause. */
export type PauseDuration = 'hour' | 'morning' | 'resumed' | 'none';

/** The end of the pause, from `now` on; null for no pause. */
export function pauseEnd(duration: PauseDuration, now: Date): string | null {
  switch (duration) {
    case 'hour':
      return new Date(now.getTime() + hourMs).toISOString();
    case 'morning':
      return nextMorning(now);
    case 'resumed':
      return endlessPauseEnd;
    case 'none':
      return null;
  }
}

/** Eight o'clock local time: of tomorrow, or of today before the morning. */
function nextMorning(now: Date): string {
  const days = now.getHours() < nightEndHour ? 0 : 1;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour).toISOString();
}

/** "Paused until 17:30", with the day if it is not today. */
export function pauseText(until: string, now: Date): string {
  if (until >= endlessPauseEnd) return 'Notifications are paused';
  const end = new Date(until);
  const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(end);
  if (end.toDateString() === now.toDateString()) return `Notifications are paused until ${time}`;
  const day = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(end);
  return `Notifications are paused until ${day}, ${time}`;
}
