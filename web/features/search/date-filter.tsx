import { CalendarDays } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import form from '../../design/controls/form.module.css';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './date-filter.module.css';
import { dateFilter } from './date-range.ts';

const t = strings.search.dates;
const presets = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-year'] as const;

type DateFilterProps = {
  className: string | undefined;
  /** Called with a filter such as `date:last-week`. */
  onChoose: (filter: string) => void;
};

/** Chooses the dates of a search: a common range, or the first and the last day. */
export function DateFilter({ className, onChoose }: DateFilterProps) {
  return (
    <PopoverPanel
      name={t.title}
      trigger={
        <button type="button" className={className}>
          <CalendarDays aria-hidden="true" />
          {t.open}
        </button>
      }
    >
      {(close) => (
        <Dates
          onChoose={(filter) => {
            close();
            onChoose(filter);
          }}
        />
      )}
    </PopoverPanel>
  );
}

function Dates({ onChoose }: Pick<DateFilterProps, 'onChoose'>) {
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const id = useId();
  const filter = dateFilter(first, last);
  const isReversed = first !== '' && last !== '' && last < first;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (filter !== undefined) onChoose(filter);
  }

  return (
    <form className={styles['form']} onSubmit={submit}>
      <div className={styles['presets']}>
        {presets.map((preset) => (
          <Button key={preset} look="quiet" onClick={() => onChoose(`date:${preset}`)}>
            {t.presets[preset]}
          </Button>
        ))}
      </div>
      <div className={styles['range']}>
        <label htmlFor={`${id}-first`}>{t.first}</label>
        <input
          id={`${id}-first`}
          type="date"
          className={form['field']}
          value={first}
          onChange={({ target }) => setFirst(target.value)}
        />
        <label htmlFor={`${id}-last`}>{t.last}</label>
        <input
          id={`${id}-last`}
          type="date"
          className={form['field']}
          value={last}
          aria-describedby={isReversed ? `${id}-problem` : undefined}
          aria-invalid={isReversed}
          onChange={({ target }) => setLast(target.value)}
        />
      </div>
      <p id={`${id}-problem`} className={styles['problem']} role="status">
        {isReversed && t.reversed}
      </p>
      <Button type="submit" look="primary" disabled={filter === undefined}>
        {t.apply}
      </Button>
    </form>
  );
}
