import { CalendarDays, Clock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { type Choice, Picker } from '../../design/controls/picker.tsx';
import { formatMomentShort, formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { strings } from '../../i18n/strings.ts';
import { dateLanguages } from './date-languages.ts';
import { type DateLanguages, type DayHours, type ParsedMoment, parseMoment, momentKindOf } from './natural-date.ts';
import styles from './time-picker.module.css';

const t = strings.snooze;

/** A time with a name. */
export type Preset = { id: string; label: string; at: Date; icon?: ReactNode };

type TimePickerProps = {
  label: string;
  presets: readonly Preset[];
  hours: DayHours;
  isLoading?: boolean;
  /** Why no presets are available. */
  problem?: string | undefined;
  /** `until` is an instant, `untilText` is its text for the user. */
  onChoose: (until: string, untilText: string) => void;
};

/** Chooses a time: from presets, as text, or in a calendar. */
export function TimePicker({ label, presets, hours, isLoading = false, problem, onChoose }: TimePickerProps) {
  const [text, setText] = useState('');
  const languages = useDateLanguages();
  const now = useNow();
  const reading = text.trim() === '' ? undefined : languages && parseMoment(text, languages, now, hours);
  const typed = reading?.kind === 'moment' ? reading.at : undefined;
  const matchingPresets = presets.filter((preset) => preset.label.toLowerCase().includes(text.trim().toLowerCase()));
  const moments = new Map<string, Date>([
    ...(typed ? [['typed', typed] as const] : []),
    ...matchingPresets.map(({ id, at }) => [id, at] as const),
  ]);
  const choices: Choice[] = [
    ...(typed ? [{ key: 'typed', label: formatMoment(typed, now), icon: <CalendarDays /> }] : []),
    ...matchingPresets.map(({ id, label, at, icon }) => ({
      key: id,
      label,
      detail: formatMomentShort(at, now),
      icon: icon ?? <Clock />,
    })),
  ];
  const choose = (at: Date | undefined) => at && onChoose(at.toISOString(), formatMoment(at, now));
  return (
    <>
      <Picker
        label={label}
        placeholder={t.type}
        text={text}
        onText={setText}
        choices={choices}
        onChoose={(key) => choose(moments.get(key))}
        isLoading={isLoading || (text.trim() !== '' && !languages)}
        note={describeReading(reading, choices.length > 0, now) ?? problem}
      />
      <CalendarPicker onChoose={choose} />
    </>
  );
}

/** The hint for a text that is no future time. */
function describeReading(reading: ParsedMoment | undefined, offersSome: boolean, now: Date): string | undefined {
  if (reading?.kind === 'past') return t.past({ moment: formatMoment(reading.at, now) });
  if (reading?.kind === 'far') return t.far({ moment: formatMoment(reading.at, now) });
  return reading?.kind === 'unclear' && !offersSome ? t.unclear : undefined;
}

/** The date and time input of the browser, for users who prefer it. */
function CalendarPicker({ onChoose }: { onChoose: (at: Date) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [value, setValue] = useState('');
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isOpen]);
  const at = value === '' ? undefined : new Date(value);
  const problem = at && describeReading({ kind: momentKindOf(at, now), at }, true, now);
  if (!isOpen) {
    return (
      <button type="button" className={styles['date']} onClick={() => setIsOpen(true)}>
        <CalendarDays />
        {t.date}
      </button>
    );
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (at && !problem) onChoose(at);
  }
  return (
    <form className={styles['calendar']} onSubmit={submit} noValidate>
      <input
        type="datetime-local"
        className={styles['field']}
        aria-label={t.dateLabel}
        aria-describedby="moment-trouble"
        min={localText(now)}
        value={value}
        ref={field}
        onChange={({ target }) => setValue(target.value)}
      />
      <p id="moment-trouble" className={styles['trouble']} role="status">
        {problem}
      </p>
      <Button type="submit" disabled={!at || Boolean(problem)}>
        {t.dateUse}
      </Button>
    </form>
  );
}

/** The value format of a local date and time input. */
function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function useDateLanguages(): DateLanguages | undefined {
  const [languages, setLanguages] = useState<DateLanguages>();
  useEffect(() => {
    let isMounted = true;
    void dateLanguages(navigator.languages).then((loaded) => isMounted && setLanguages(loaded));
    return () => {
      isMounted = false;
    };
  }, []);
  return languages;
}
