import { Button } from '../design/button.tsx';
import { momentWords } from '../moments.ts';
import { strings } from '../strings.ts';
import { useSoundEdits } from './edits.ts';
import { isOpenEnded, pauseEnds } from './pause-ends.ts';
import styles from './sounds-page.module.css';

const words = strings.sounds;

/** Shows and sounds nothing for a while. `until` is when the pause ends, as seen from `now`; null while there is none. */
export function PauseSetting({ until, now }: { until: string | null; now: Date }) {
  const { pause } = useSoundEdits();
  const pauseUntil = (end: keyof ReturnType<typeof pauseEnds>) => void pause(pauseEnds(new Date())[end]);
  return (
    <section className={styles['section']} aria-label={words.pause}>
      <h2>{words.pause}</h2>
      <div className={styles['card']}>
        <p className={styles['hint']}>{words.pauseHint}</p>
        <div className={styles['buttons']}>
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
    </section>
  );
}
