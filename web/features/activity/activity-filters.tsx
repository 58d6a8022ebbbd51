import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import field from '../../design/controls/search-field.module.css';
import { Select } from '../../design/controls/select.tsx';
import { dayOf } from '../../data/mutations/history-days.ts';
import { useNow } from '../../design/use-now.ts';
import { Summary } from '../../design/controls/summary.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './activity-page.module.css';
import { describeAction } from './entry-text.ts';
import { activityStats, type ActivityFilter, countByParty, parties, type Party } from '../../data/queries/activity.ts';
import { formatRelativeDay, formatLongDay, formatNumber } from '../../i18n/formats.ts';

const t = strings.activity;
const dayMs = 86_400_000;
/** Days before today, including today; 0 means no limit. */
const spans = [0, 1, 7, 30] as const;

type FiltersProps = { filter: ActivityFilter; onFilter: (filter: ActivityFilter) => void };

/** The filters by caller, action, day and text, with the number of entries of each. */
export function ActivityFilters({ filter, onFilter }: FiltersProps) {
  return (
    <div className={styles['filters']} role="search" aria-label={t.filters}>
      <Parties filter={filter} onFilter={onFilter} />
      <Days since={filter.since} />
      <div className={styles['fields']}>
        <div className={field['field']}>
          <Search aria-hidden="true" />
          <input
            type="search"
            className={field['input']}
            aria-label={t.find}
            placeholder={t.find}
            value={filter.query}
            dir="auto"
            onChange={({ target }) => onFilter({ ...filter, query: target.value })}
          />
        </div>
        <Actions filter={filter} onFilter={onFilter} />
        <Spans filter={filter} onFilter={onFilter} />
      </div>
    </div>
  );
}

function Parties({ filter, onFilter }: FiltersProps) {
  const { api } = useServices();
  const { data: buckets } = useQuery(activityStats(api, 'source', filter.since));
  const counts = buckets && countByParty(buckets);
  const total = counts && parties.reduce((sum, party) => sum + counts[party], 0);
  const choices: { party: Party | undefined; name: string; count: number | undefined }[] = [
    { party: undefined, name: t.everyone, count: total },
    ...parties.map((party) => ({ party, name: t.parties[party], count: counts?.[party] })),
  ];
  return (
    <div className={styles['parties']} role="group" aria-label={t.whose}>
      {choices.map(({ party, name, count }) => (
        <button
          key={name}
          type="button"
          className={styles['party']}
          aria-pressed={filter.party === party}
          onClick={() => onFilter({ ...filter, party })}
        >
          {name}
          <span className={styles['count']}>{count === undefined ? '' : formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}

/** The number of entries on each of the last days. */
function Days({ since }: { since: number | undefined }) {
  const { api } = useServices();
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
        aria-label={t.busiest({
          count: days.length,
          day: formatLongDay(new Date(`${busiest?.key ?? ''}T12:00`)),
          most,
        })}
      >
        {days.map(({ key, count }) => (
          <span
            key={key}
            style={{ height: `${Math.max(6, (count / most) * 100)}%` }}
            title={t.onDay({ day: formatLongDay(new Date(`${key}T12:00`)), count })}
          />
        ))}
      </div>
      <details className={styles['table']}>
        <Summary>{t.perDay}</Summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              <th scope="col">{t.amount}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ key, count }) => (
              <tr key={key}>
                <th scope="row">{formatRelativeDay(key, dayOf(now))}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Actions({ filter, onFilter }: FiltersProps) {
  const { api } = useServices();
  const { data: buckets = [] } = useQuery(activityStats(api, 'action', filter.since));
  const known = [...new Set([...buckets.map(({ key }) => key), ...(filter.action ? [filter.action] : [])])];
  const named = known.map((action) => ({ action, name: describeAction(action) }));
  return (
    <Select
      className={styles['select']}
      aria-label={t.which}
      value={filter.action ?? ''}
      onChange={({ target }) => onFilter({ ...filter, action: target.value || undefined })}
    >
      <option value="">{t.anyAction}</option>
      {named
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ action, name }) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
    </Select>
  );
}

function Spans({ filter, onFilter }: FiltersProps) {
  const now = useNow();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const sinceOf = (days: number) => (days === 0 ? undefined : midnight - (days - 1) * dayMs);
  const chosen = spans.find((days) => sinceOf(days) === filter.since) ?? 0;
  return (
    <Select
      className={styles['select']}
      aria-label={t.when}
      value={chosen}
      onChange={({ target }) => onFilter({ ...filter, since: sinceOf(Number(target.value)) })}
    >
      {spans.map((days) => (
        <option key={days} value={days}>
          {t.spans[days]}
        </option>
      ))}
    </Select>
  );
}
