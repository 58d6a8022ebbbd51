import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import type { ChimeSound } from '../../daemon/config/sections.ts';
import { classes, IconButton } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { Section } from '../settings/setting-group.tsx';
import settings from '../settings/settings.module.css';
import { SwitchLine } from '../settings/switch-line.tsx';
import { strings } from '../strings.ts';
import { chimeNames } from './chime-files.ts';
import { useSoundEdits } from './edits.ts';
import type { ChimeEvent, ChimeSetting } from './queries.ts';
import styles from './sounds-page.module.css';
import { useWanted } from '../design/use-wanted.ts';

const words = strings.sounds;
const events = Object.keys(words.events) as ChimeEvent[];

/** Whether there are sounds, how loud, and which one each thing has. */
export function ChimeSettings({ setting }: { setting: ChimeSetting }) {
  const { chimes } = useSoundEdits();
  const hear = useHearing();
  const { enabled, volume } = setting;
  return (
    <Section title={words.sounds}>
      <div className={settings['card']}>
        <SwitchLine
          words={words.playSounds}
          hint={words.playSoundsHint}
          isOn={enabled}
          onChange={(isOn) => chimes({ enabled: isOn })}
        />
        {enabled && (
          <>
            <Volume
              volume={volume}
              onChange={async (wanted) => {
                if (await chimes({ volume: wanted })) await hear(setting.new_mail, wanted);
              }}
            />
            <ul className={styles['events']} aria-label={words.whichSound}>
              {events.map((event) => (
                <EventSound
                  key={event}
                  event={event}
                  sound={setting[event]}
                  onChoose={async (sound) => {
                    if (await chimes({ [event]: sound })) await hear(sound, volume);
                  }}
                  onHear={() => void hear(setting[event], volume)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

/** Plays a sound, and says it where that cannot be done. */
function useHearing() {
  const { sounds, toasts } = useParts();
  return async (sound: ChimeSound, volume: number): Promise<void> => {
    try {
      await sounds.preview(sound, volume);
    } catch (error) {
      toasts.show({ tone: 'bad', text: words.notHeard, note: wordsOf(error) });
    }
  };
}

function Volume({ volume, onChange }: { volume: number; onChange: (volume: number) => Promise<void> }) {
  // While it is drawn it only moves: what it was left at is what was meant.
  const [drawn, setDrawn] = useState<number>();
  const [shown, choose] = useWanted(volume, onChange);
  const percent = drawn ?? Math.round(shown * 100);
  function settle(): void {
    if (drawn !== undefined) void choose(drawn / 100);
    setDrawn(undefined);
  }
  return (
    <label className={classes(settings['block'], styles['volume'])}>
      <span className={settings['name']}>{words.volume}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={words.percent({ percent })}
        onChange={({ target }) => setDrawn(Number(target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
      />
      <output>{words.percent({ percent })}</output>
    </label>
  );
}

type EventSoundProps = {
  event: ChimeEvent;
  sound: ChimeSound;
  onChoose: (sound: ChimeSound) => Promise<void>;
  onHear: () => void;
};

function EventSound({ event, sound, onChoose, onHear }: EventSoundProps) {
  const name = words.events[event];
  const [shown, choose] = useWanted(sound, onChoose);
  return (
    <li className={styles['event']}>
      <label className={styles['eventName']}>
        <span>{name}</span>
        <select
          className={styles['field']}
          value={shown}
          onChange={({ target }) => {
            const chosen = chimeNames.find((each) => each === target.value);
            if (chosen) void choose(chosen);
          }}
        >
          {chimeNames.map((each) => (
            <option key={each} value={each}>
              {words.names[each]}
            </option>
          ))}
        </select>
      </label>
      <IconButton name={words.hear({ event: name })} disabled={shown === 'none'} onClick={onHear}>
        <Volume2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
