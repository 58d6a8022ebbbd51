import { CalendarDays, Clock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { type Choice, Picker } from '../design/picker.tsx';
import { momentShort, momentWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { strings } from '../strings.ts';
import { dateLanguages } from './date-languages.ts';
import { type DateLanguages, type DayHours, type Reading, readMoment, spanOf } from './natural-date.ts';
import styles from './when-choices.module.css';

const words = strings.snooze;

/** A moment that is offered by name. */
export type Preset = { id: string; words: string; at: Date; mark?: ReactNode };

type WhenChoicesProps = {
  label: string;
  presets: readonly Preset[];
  hours: DayHours;
  /** Why no presets can be offered. */
  trouble?: string | undefined;
  /** `until` is an instant, `said` the same as a person reads it. */
  onChoose: (until: string, said: string) => void;
};

/** Moments to choose from: by name, in words of one's own, or from a calendar. */
export function WhenChoices({ label, presets, hours, trouble, onChoose }: WhenChoicesProps) {
  const [text, setText] = useState('');
  const languages = useDateLanguages();
  const now = useNow();
  const reading = text.trim() === '' ? undefined : languages && readMoment(text, languages, now, hours);
  const typed = reading?.kind === 'moment' ? reading.at : undefined;
  const named = presets.filter((preset) => preset.words.toLowerCase().includes(text.trim().toLowerCase()));
  const moments = new Map<string, Date>([
    ...(typed ? [['typed', typed] as const] : []),
    ...named.map(({ id, at }) => [id, at] as const),
  ]);
  const choices: Choice[] = [
    ...(typed ? [{ key: 'typed', words: momentWords(typed, now), mark: <CalendarDays /> }] : []),
    ...named.map(({ id, words, at, mark }) => ({
      key: id,
      words,
      detail: momentShort(at, now),
      mark: mark ?? <Clock />,
    })),
  ];
  const choose = (at: Date | undefined) => at && onChoose(at.toISOString(), momentWords(at, now));
  return (
    <>
      <Picker
        label={label}
        placeholder={words.type}
        text={text}
        onText={setText}
        choices={choices}
        onChoose={(key) => choose(moments.get(key))}
        note={noteOn(reading, choices.length > 0, now) ?? trouble}
      />
      <OnCalendar onChoose={choose} />
    </>
  );
}

/** What is said of a text that leads nowhere. */
function noteOn(reading: Reading | undefined, offersSome: boolean, now: Date): string | undefined {
  if (reading?.kind === 'past') return words.past({ moment: momentWords(reading.at, now) });
  if (reading?.kind === 'far') return words.far({ moment: momentWords(reading.at, now) });
  return reading?.kind === 'unclear' && !offersSome ? words.unclear : undefined;
}

/** The browser's own picker, for those who would rather point than write. */
function OnCalendar({ onChoose }: { onChoose: (at: Date) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [value, setValue] = useState('');
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isOpen]);
  const at = value === '' ? undefined : new Date(value);
  const trouble = at && noteOn({ kind: spanOf(at, now), at }, true, now);
  if (!isOpen) {
    return (
      <button type="button" className={styles['date']} onClick={() => setIsOpen(true)}>
        <CalendarDays />
        {words.date}
      </button>
    );
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (at && !trouble) onChoose(at);
  }
  return (
    <form className={styles['calendar']} onSubmit={submit} noValidate>
      <input
        type="datetime-local"
        className={styles['field']}
        aria-label={words.dateLabel}
        aria-describedby="moment-trouble"
        min={localText(now)}
        value={value}
        ref={field}
        onChange={({ target }) => setValue(target.value)}
      />
      <p id="moment-trouble" className={styles['trouble']} role="status">
        {trouble}
      </p>
      <Button type="submit" disabled={!at || Boolean(trouble)}>
        {words.dateUse}
      </Button>
    </form>
  );
}

/** As a field of local time writes it. */
function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function useDateLanguages(): DateLanguages | undefined {
  const [languages, setLanguages] = useState<DateLanguages>();
  useEffect(() => {
    let isWanted = true;
    void dateLanguages(navigator.languages).then((loaded) => isWanted && setLanguages(loaded));
    return () => {
      isWanted = false;
    };
  }, []);
  return languages;
}
