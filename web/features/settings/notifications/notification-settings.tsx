import { useState } from 'react';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import { SwitchLine } from '../switch-line.tsx';
import { strings } from '../../../i18n/strings.ts';
import { useNotificationEdits } from './use-notification-edits.ts';
import type { NotificationSettings as Notices } from '../../../data/queries/notifications.ts';
import styles from './notifications-page.module.css';

const t = strings.sounds;

/** The desktop notifications and their accounts. */
export function NotificationSettings({ notices }: { notices: Notices }) {
  const { setting } = useNotificationEdits();
  const { enabled, only_people, show_content, accounts } = notices;
  const set = (key: string) => (isOn: boolean) => setting(`notifications.${key}`, isOn);
  return (
    <>
      <Section title={t.notifications}>
        <div className={settings['card']}>
          <SwitchLine label={t.show} hint={t.showHint} isOn={enabled} onChange={set('enabled')} />
          {enabled && (
            <>
              <SwitchLine
                label={t.onlyPeople}
                hint={t.onlyPeopleHint}
                isOn={only_people}
                onChange={set('only_people')}
              />
              <SwitchLine label={t.content} hint={t.contentHint} isOn={show_content} onChange={set('show_content')} />
            </>
          )}
        </div>
      </Section>
      {accounts.length > 0 && (
        <Section title={t.accounts} hint={t.accountsHint}>
          <div className={settings['card']}>
            {accounts.map(({ key, name, notify }) => (
              <SwitchLine key={key} label={name} isOn={notify} onChange={(isOn) => setting(accountKey(key), isOn)} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

/** A TOML key: a name with other characters than letters, digits, - and _ is quoted. */
function accountKey(key: string): string {
  return `accounts.${/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)}.notify`;
}

const defaultQuietHours = { from: '22:00', until: '07:00' };

/** The quiet hours of every day. */
export function QuietHours({ notices: { quiet_from: from, quiet_until: until } }: { notices: Notices }) {
  const { quietHours } = useNotificationEdits();
  const hours = from !== undefined && until !== undefined ? { from, until } : undefined;
  return (
    <SwitchLine
      label={t.quietHours}
      hint={t.quietHoursHint}
      isOn={hours !== undefined}
      onChange={(isOn) => quietHours(isOn ? defaultQuietHours : null)}
    >
      {hours && (
        <div className={styles['hours']}>
          <TimeField label={t.from} time={hours.from} onChange={(time) => void quietHours({ ...hours, from: time })} />
          <TimeField
            label={t.until}
            time={hours.until}
            onChange={(time) => void quietHours({ ...hours, until: time })}
          />
        </div>
      )}
    </SwitchLine>
  );
}

/** A time of day. A partial input is kept here, and an empty input restores the previous value. */
function TimeField({ label: name, time, onChange }: { label: string; time: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState<string>();
  function commit(): void {
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
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </label>
  );
}
