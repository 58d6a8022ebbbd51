import { useState } from 'react';
import { Section } from '../settings/setting-group.tsx';
import settings from '../settings/settings.module.css';
import { SwitchLine } from '../settings/switch-line.tsx';
import { strings } from '../strings.ts';
import { useSoundEdits } from './edits.ts';
import type { NoticeSettings as Notices } from './queries.ts';
import styles from './sounds-page.module.css';

const words = strings.sounds;

/** What the desktop shows, and of which accounts. */
export function NoticeSettings({ notices }: { notices: Notices }) {
  const { setting } = useSoundEdits();
  const { enabled, only_people, show_content, accounts } = notices;
  const set = (key: string) => (isOn: boolean) => setting(`notifications.${key}`, isOn);
  return (
    <>
      <Section title={words.notifications}>
        <div className={settings['card']}>
          <SwitchLine words={words.show} hint={words.showHint} isOn={enabled} onChange={set('enabled')} />
          {enabled && (
            <>
              <SwitchLine
                words={words.onlyPeople}
                hint={words.onlyPeopleHint}
                isOn={only_people}
                onChange={set('only_people')}
              />
              <SwitchLine
                words={words.content}
                hint={words.contentHint}
                isOn={show_content}
                onChange={set('show_content')}
              />
            </>
          )}
        </div>
      </Section>
      {accounts.length > 0 && (
        <Section title={words.accounts} hint={words.accountsHint}>
          <div className={settings['card']}>
            {accounts.map(({ key, name, notify }) => (
              <SwitchLine key={key} words={name} isOn={notify} onChange={(isOn) => setting(accountKey(key), isOn)} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

/** As TOML writes it: a name with more than letters, digits, - and _ in quotes. */
function accountKey(key: string): string {
  return `accounts.${/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)}.notify`;
}

const night = { from: '22:00', until: '07:00' };

/** When nothing is shown or heard, every day. */
export function QuietHours({ notices: { quiet_from: from, quiet_until: until } }: { notices: Notices }) {
  const { quietHours } = useSoundEdits();
  const hours = from !== undefined && until !== undefined ? { from, until } : undefined;
  return (
    <SwitchLine
      words={words.quietHours}
      hint={words.quietHoursHint}
      isOn={hours !== undefined}
      onChange={(isOn) => quietHours(isOn ? night : null)}
    >
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
    </SwitchLine>
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
