import { useState } from 'react';
import { strings } from '../strings.ts';
import { useSoundEdits } from './edits.ts';
import type { NoticeSettings as Settings } from './queries.ts';
import styles from './sounds-page.module.css';
import { Tick } from '../design/tick.tsx';

const words = strings.sounds;

/** What the desktop shows, of which accounts, and when it is quiet. */
export function NoticeSettings({ settings }: { settings: Settings }) {
  const { setting } = useSoundEdits();
  const { enabled, only_people, show_content, accounts } = settings;
  const set = (key: string) => (isOn: boolean) => setting(`notifications.${key}`, isOn);
  return (
    <section className={styles['section']} aria-label={words.notifications}>
      <h2>{words.notifications}</h2>
      <div className={styles['card']}>
        <Tick words={words.show} hint={words.showHint} isOn={enabled} onChange={set('enabled')} />
        {enabled && (
          <>
            <Tick
              words={words.onlyPeople}
              hint={words.onlyPeopleHint}
              isOn={only_people}
              onChange={set('only_people')}
            />
            <Tick words={words.content} hint={words.contentHint} isOn={show_content} onChange={set('show_content')} />
          </>
        )}
        {accounts.length > 0 && (
          <fieldset className={styles['accounts']}>
            <legend>{words.accounts}</legend>
            <p className={styles['hint']}>{words.accountsHint}</p>
            {accounts.map(({ key, name, notify }) => (
              <Tick key={key} words={name} isOn={notify} onChange={(isOn) => setting(accountKey(key), isOn)} />
            ))}
          </fieldset>
        )}
        <QuietHours from={settings.quiet_from} until={settings.quiet_until} />
      </div>
    </section>
  );
}

/** As TOML writes it: a name with more than letters, digits, - and _ in quotes. */
function accountKey(key: string): string {
  return `accounts.${/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)}.notify`;
}

const night = { from: '22:00', until: '07:00' };

function QuietHours({ from, until }: { from: string | undefined; until: string | undefined }) {
  const { quietHours } = useSoundEdits();
  const hours = from !== undefined && until !== undefined ? { from, until } : undefined;
  return (
    <div className={styles['quiet']}>
      <Tick
        words={words.quietHours}
        hint={words.quietHoursHint}
        isOn={hours !== undefined}
        onChange={(isOn) => quietHours(isOn ? night : null)}
      />
      {hours && (
        <div className={styles['hours']}>
          <TimeField
            words={words.from}
            time={hours.from}
            onChange={(time) => void quietHours({ ...hours, from: time })}
          />
          <TimeField
            words={words.until}
            time={hours.until}
            onChange={(time) => void quietHours({ ...hours, until: time })}
          />
        </div>
      )}
    </div>
  );
}

/** A time of day. What is half typed is kept here, and what is left empty is as before. */
function TimeField({ words: name, time, onChange }: { words: string; time: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState<string>();
  function settle(): void {
    if (typed && typed !== time) onChange(typed);
    setTyped(undefined);
  }
  return (
    <label className={styles['time']}>
      <span>{name}</span>
      <input
        type="time"
        className={styles['field']}
        value={typed ?? time}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
    </label>
  );
}
