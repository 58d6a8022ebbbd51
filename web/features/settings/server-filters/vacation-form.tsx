import { useId } from 'react';
import type { ServerFilters } from '../../../data/queries/server-filters.ts';
import { Field } from '../../../design/controls/form-field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { formatDate } from '../../../i18n/formats.ts';
import { strings } from '../../../i18n/strings.ts';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import { SwitchLine } from '../switch-line.tsx';
import styles from './server-filters.module.css';

const t = strings.serverFilters.vacation;

type Vacation = ServerFilters['vacation'];

type VacationFormProps = {
  vacation: Vacation;
  /** As it is on the server. */
  state: ServerFilters['vacation_state'];
  supports: ServerFilters['supports'];
  onChange: (vacation: Vacation) => void;
};

export function VacationForm({ vacation, state, supports, onChange }: VacationFormProps) {
  const change = (part: Partial<Vacation>) => onChange({ ...vacation, ...part });
  if (!supports.vacation)
    return (
      <Section title={t.title}>
        <p className={styles['nothing']}>{t.unsupported}</p>
      </Section>
    );
  return (
    <Section title={t.title}>
      <div className={settings['card']}>
        <SwitchLine
          label={t.send}
          hint={stateText(state, vacation)}
          isOn={vacation.enabled}
          onChange={async (enabled) => change({ enabled })}
        />
        {vacation.enabled && (
          <div className={styles['fields']}>
            {supports.dates ? <Dates vacation={vacation} onChange={change} /> : <p>{t.noDates}</p>}
            <Field
              label={t.subject}
              placeholder={t.subjectPlaceholder}
              spellCheck
              maxLength={200}
              value={vacation.subject}
              onChange={({ target }) => change({ subject: target.value })}
            />
            <ReplyText text={vacation.text} onChange={(text) => change({ text })} />
            <Interval days={vacation.days} onChange={(days) => change({ days })} />
          </div>
        )}
      </div>
    </Section>
  );
}

function stateText(state: ServerFilters['vacation_state'], { from, until }: Vacation): string {
  switch (state) {
    case 'on':
      return until === null ? t.isOn : t.isOnUntil({ day: formatDate(`${until}T12:00`) });
    case 'scheduled':
      return from === null ? t.isOn : t.begins({ day: formatDate(`${from}T12:00`) });
    case 'ended':
      return t.ended;
    case 'off':
      return t.sendHint;
  }
}

type PartProps = { vacation: Vacation; onChange: (part: Partial<Vacation>) => void };

function Dates({ vacation: { from, until }, onChange }: PartProps) {
  const isReversed = from !== null && until !== null && from > until;
  return (
    <div className={styles['pair']}>
      <Field
        type="date"
        label={t.from}
        hint={t.fromHint}
        value={from ?? ''}
        onChange={({ target }) => onChange({ from: target.value || null })}
      />
      <Field
        type="date"
        label={t.until}
        hint={t.untilHint}
        error={isReversed ? t.reversed : undefined}
        value={until ?? ''}
        onChange={({ target }) => onChange({ until: target.value || null })}
      />
    </div>
  );
}

function ReplyText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className={styles['labelled']}>
      <label htmlFor={id}>{t.text}</label>
      <textarea
        id={id}
        className={styles['field']}
        rows={6}
        dir="auto"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

const usualIntervals = [1, 3, 7, 14, 30];

function Interval({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const id = useId();
  const choices = [...new Set([...usualIntervals, days])].toSorted((a, b) => a - b);
  return (
    <div className={styles['labelled']}>
      <label htmlFor={id}>{t.interval}</label>
      <Select
        id={id}
        className={styles['field']}
        value={days}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {choices.map((count) => (
          <option key={count} value={count}>
            {t.everyDays({ count })}
          </option>
        ))}
      </Select>
    </div>
  );
}
