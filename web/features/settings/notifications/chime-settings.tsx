import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import type { ChimeSound } from '../../../../daemon/config/schema/sections.ts';
import { classes, IconButton } from '../../../design/controls/button.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { useServices } from '../../../data/services.ts';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import { SwitchLine } from '../switch-line.tsx';
import { strings } from '../../../i18n/strings.ts';
import { useAction } from '../../../data/use-action.ts';
import { chimeNames } from '../../../data/sounds/chime-files.ts';
import { useNotificationEdits } from './use-notification-edits.ts';
import type { ChimeEvent, ChimeSetting } from '../../../data/queries/notifications.ts';
import styles from './notifications-page.module.css';
import { useOptimisticValue } from '../../../design/use-optimistic-value.ts';

const t = strings.sounds;
const events = Object.keys(t.events) as ChimeEvent[];

/** Whether sounds are on, their volume, and the sound of each event. */
export function ChimeSettings({ setting }: { setting: ChimeSetting }) {
  const { chimes } = useNotificationEdits();
  const preview = usePreviewSound();
  const { enabled, volume } = setting;
  return (
    <Section title={t.sounds}>
      <div className={settings['card']}>
        <SwitchLine
          label={t.playSounds}
          hint={t.playSoundsHint}
          isOn={enabled}
          onChange={(isOn) => chimes({ enabled: isOn })}
        />
        {enabled && (
          <>
            <Volume
              volume={volume}
              onChange={async (next) => {
                if (await chimes({ volume: next })) await preview(setting.new_mail, next);
              }}
            />
            <ul className={styles['events']} aria-label={t.whichSound}>
              {events.map((event) => (
                <EventSound
                  key={event}
                  event={event}
                  sound={setting[event]}
                  onChoose={async (sound) => {
                    if (await chimes({ [event]: sound })) await preview(sound, volume);
                  }}
                  onPreview={() => void preview(setting[event], volume)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

/** Plays a sound, and shows an error if that fails. */
function usePreviewSound() {
  const { sounds } = useServices();
  const { runAction } = useAction();
  return (sound: ChimeSound, volume: number) => runAction(() => sounds.preview(sound, volume), t.notHeard);
}

function Volume({ volume, onChange }: { volume: number; onChange: (volume: number) => Promise<void> }) {
  // Dragging only moves the slider: the value on release is stored.
  const [dragged, setDragged] = useState<number>();
  const [shown, choose] = useOptimisticValue(volume, onChange);
  const percent = dragged ?? Math.round(shown * 100);
  function commit(): void {
    if (dragged !== undefined) void choose(dragged / 100);
    setDragged(undefined);
  }
  return (
    <label className={classes(settings['block'], styles['volume'])}>
      <span className={settings['name']}>{t.volume}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={t.percent({ percent })}
        onChange={({ target }) => setDragged(Number(target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
      />
      <output>{t.percent({ percent })}</output>
    </label>
  );
}

type EventSoundProps = {
  event: ChimeEvent;
  sound: ChimeSound;
  onChoose: (sound: ChimeSound) => Promise<void>;
  onPreview: () => void;
};

function EventSound({ event, sound, onChoose, onPreview }: EventSoundProps) {
  const name = t.events[event];
  const [shown, choose] = useOptimisticValue(sound, onChoose);
  return (
    <li className={styles['event']}>
      <label className={styles['eventName']}>
        <span>{name}</span>
        <Select
          className={styles['field']}
          value={shown}
          onChange={({ target }) => {
            const chosen = chimeNames.find((each) => each === target.value);
            if (chosen) void choose(chosen);
          }}
        >
          {chimeNames.map((each) => (
            <option key={each} value={each}>
              {t.names[each]}
            </option>
          ))}
        </Select>
      </label>
      <IconButton name={t.hear({ event: name })} disabled={shown === 'none'} onClick={onPreview}>
        <Volume2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
