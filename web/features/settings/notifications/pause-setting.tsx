import { currentDate } from '../../../api/clock.ts';
import { Button, classes } from '../../../design/controls/button.tsx';
import { formatMoment } from '../../../i18n/upcoming-dates.ts';
import settings from '../settings.module.css';
import { strings } from '../../../i18n/strings.ts';
import { useNotificationEdits } from './use-notification-edits.ts';
import { isOpenEnded, pauseEnds } from './pause-ends.ts';

const t = strings.sounds;

/** Pauses notifications and sounds. `until` is the end of the pause, relative to `now`; null without a pause. */
export function PauseSetting({ until, now }: { until: string | null; now: Date }) {
  const { pause } = useNotificationEdits();
  const pauseUntil = (end: keyof ReturnType<typeof pauseEnds>) => void pause(pauseEnds(currentDate())[end]);
  return (
    <div className={classes(settings['line'], settings['wide'])}>
      <div>
        <p className={settings['name']}>{t.pause}</p>
        <p className={settings['hint']}>{t.pauseHint}</p>
      </div>
      <div className={settings['buttons']}>
        {until === null ? (
          <>
            <Button onClick={() => pauseUntil('hour')}>{t.forAnHour}</Button>
            <Button onClick={() => pauseUntil('tomorrow')}>{t.untilTomorrow}</Button>
            <Button onClick={() => pauseUntil('never')}>{t.untilISay}</Button>
          </>
        ) : (
          <>
            <p role="status">
              {isOpenEnded(until) ? t.pausedForGood : t.pausedUntil({ moment: formatMoment(new Date(until), now) })}
            </p>
            <Button onClick={() => void pause(null)}>{t.endPause}</Button>
          </>
        )}
      </div>
    </div>
  );
}
