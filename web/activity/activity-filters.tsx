import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import field from '../design/search-field.module.css';
import { dayOf } from '../mutations/history-days.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './activity-page.module.css';
import { actionWords } from './entry-words.ts';
import { activityStats, type ActivityWish, countByParty, parties, type Party } from './queries.ts';
import { dayWords, longDay, number } from '../words/formats.ts';

const words = strings.activity;
const dayMs = 86_400_000;
/** Days back, today included; 0 is all there is. */
const spans = [0, 1, 7, 30] as const;

type FiltersProps = { wish: ActivityWish; onWish: (wish: ActivityWish) => void };

/** Whose acts, which, of when, and with which words; with how many there are. */
export function ActivityFilters({ wish, onWish }: FiltersProps) {
  return (
    <div className={styles['filters']} role="search" aria-label={words.filters}>
      <Parties wish={wish} onWish={onWish} />
      <Days since={wish.since} />
      <div className={styles['fields']}>
        <div className={field['field']}>
          <Search aria-hidden="true" />
          <input
            type="search"
            className={field['input']}
            aria-label={words.find}
            placeholder={words.find}
            value={wish.query}
            dir="auto"
            onChange={({ target }) => onWish({ ...wish, query: target.value })}
          />
        </div>
        <Actions wish={wish} onWish={onWish} />
        <Spans wish={wish} onWish={onWish} />
      </div>
    </div>
  );
}

function Parties({ wish, onWish }: FiltersProps) {
  const { api } = useParts();
  const { data: buckets } = useQuery(activityStats(api, 'source', wish.since));
  const counts = buckets && countByParty(buckets);
  const total = counts && parties.reduce((sum, party) => sum + counts[party], 0);
  const choices: { party: Party | undefined; name: string; count: number | undefined }[] = [
    { party: undefined, name: words.everyone, count: total },
    ...parties.map((party) => ({ party, name: words.parties[party], count: counts?.[party] })),
  ];
  return (
    <div className={styles['parties']} role="group" aria-label={words.whose}>
      {choices.map(({ party, name, count }) => (
        <button
          key={name}
          type="button"
          className={styles['party']}
          aria-pressed={wish.party === party}
          onClick={() => onWish({ ...wish, party })}
        >
          {name}
          <span className={styles['count']}>{count === undefined ? '' : number(count)}</span>
        </button>
      ))}
    </div>
  );
}

/** How much was done on each of the last days. */
function Days({ since }: { since: number | undefined }) {
  const { api } = useParts();
  const now = useNow();
  const { data: buckets } = useQuery(activityStats(api, 'day', since));
  const days = buckets?.slice(-30) ?? [];
  if (days.length < 2) return null;
  const most = Math.max(...days.map(({ count }) => count));
  const busiest = days.find(({ count }) => count === most);
  return (
    <figure className={styles['days']}>
      <div
        className={styles['bars']}
        role="img"
        aria-label={words.busiest({ count: days.length, day: longDay(new Date(`${busiest?.key ?? ''}T12:00`)), most })}
      >
        {days.map(({ key, count }) => (
          <span
            key={key}
            style={{ height: `${Math.max(6, (count / most) * 100)}%` }}
            title={words.onDay({ day: longDay(new Date(`${key}T12:00`)), count })}
          />
        ))}
      </div>
      <details className={styles['table']}>
        <summary>{words.perDay}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.amount}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ key, count }) => (
              <tr key={key}>
                <th scope="row">{dayWords(key, dayOf(now))}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Actions({ wish, onWish }: FiltersProps) {
  const { api } = useParts();
  const { data: buckets = [] } = useQuery(activityStats(api, 'action', wish.since));
  const known = [...new Set([...buckets.map(({ key }) => key), ...(wish.action ? [wish.action] : [])])];
  const named = known.map((action) => ({ action, name: actionWords(action) }));
  return (
    <select
      className={styles['select']}
      aria-label={words.which}
      value={wish.action ?? ''}
      onChange={({ target }) => onWish({ ...wish, action: target.value || undefined })}
    >
      <option value="">{words.anyAction}</option>
      {named
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ action, name }) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
    </select>
  );
}

function Spans({ wish, onWish }: FiltersProps) {
  const now = useNow();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const sinceOf = (days: number) => (days === 0 ? undefined : midnight - (days - 1) * dayMs);
  const chosen = spans.find((days) => sinceOf(days) === wish.since) ?? 0;
  return (
    <select
      className={styles['select']}
      aria-label={words.when}
      value={chosen}
      onChange={({ target }) => onWish({ ...wish, since: sinceOf(Number(target.value)) })}
    >
      {spans.map((days) => (
        <option key={days} value={days}>
          {words.spans[days]}
        </option>
      ))}
    </select>
  );
}
