import { Button, classes } from '../design/button.tsx';
import { momentWords } from '../moments.ts';
import settings from '../settings/settings.module.css';
import { strings } from '../strings.ts';
import { useSoundEdits } from './edits.ts';
import { isOpenEnded, pauseEnds } from './pause-ends.ts';

const words = strings.sounds;

/** Shows and sounds nothing for a while. `until` is when the pause ends, as seen from `now`; null while there is none. */
export function PauseSetting({ until, now }: { until: string | null; now: Date }) {
  const { pause } = useSoundEdits();
  const pauseUntil = (end: keyof ReturnType<typeof pauseEnds>) => void pause(pauseEnds(new Date())[end]);
  return (
    <div className={classes(settings['line'], settings['wide'])}>
      <div>
        <p className={settings['name']}>{words.pause}</p>
        <p className={settings['hint']}>{words.pauseHint}</p>
      </div>
      <div className={settings['buttons']}>
        {until === null ? (
          <>
            <Button onClick={() => pauseUntil('hour')}>{words.forAnHour}</Button>
            <Button onClick={() => pauseUntil('tomorrow')}>{words.untilTomorrow}</Button>
            <Button onClick={() => pauseUntil('never')}>{words.untilISay}</Button>
          </>
        ) : (
          <>
            <p role="status">
              {isOpenEnded(until)
                ? words.pausedForGood
                : words.pausedUntil({ moment: momentWords(new Date(until), now) })}
            </p>
            <Button onClick={() => void pause(null)}>{words.endPause}</Button>
          </>
        )}
      </div>
    </div>
  );
}
