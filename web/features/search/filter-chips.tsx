import { useNavigate } from '@tanstack/react-router';
import { CalendarSearch, Mail, Paperclip, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SearchReply } from '../../data/queries/search.ts';
import { strings } from '../../i18n/strings.ts';
import { DateFilter } from './date-filter.tsx';
import styles from './filter-chips.module.css';
import { joinParts, partsOf } from './query-parts.ts';
import type { SearchLens } from './saved/saved-search.ts';
import { withoutSpan } from './term.ts';
import { searchBox } from './use-result-focus.ts';

const t = strings.search;

type FilterChipsProps = {
  lens: SearchLens;
  clauses: SearchReply['clauses'];
  /** A word of the query that may also mean a date. */
  dateSuggestion: SearchReply['date_suggestion'];
  /** The name of the searched account, if there are several. */
  accountName: string | undefined;
};

/** The filters of a search, each of which can be removed, and filters to add. */
export function FilterChips({ lens, clauses, dateSuggestion, accountName }: FilterChipsProps) {
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  /** The position that takes the focus after a removal. */
  const next = useRef<number>(undefined);
  const chips = chipsOf(lens, clauses, accountName);
  const { words, filters } = partsOf(lens.query, clauses);
  useEffect(() => {
    const at = next.current;
    next.current = undefined;
    if (at === undefined) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-removes]') ?? [])];
    (buttons[at] ?? buttons.at(-1) ?? searchBox())?.focus();
  }, [chips.length]);

  function open(query: string, account = lens.account): void {
    void navigate({ to: '/search', search: { q: query, sort: lens.sort, account } });
  }

  const add = (filter: string) => open(joinParts({ words, filters: `${filters} ${filter}`.trim() }));
  const has = (filter: string) => filters.split(' ').includes(filter);
  return (
    <ul ref={list} className={styles['list']} aria-label={t.filters}>
      {chips.map(({ key, text, without }, at) => (
        <li key={key} className={styles['chip']} data-active>
          <span dir="auto">{text}</span>
          <button
            type="button"
            data-removes
            aria-label={t.leaveOut({ condition: text })}
            title={t.leaveOut({ condition: text })}
            onClick={() => {
              next.current = at;
              void navigate({ to: '/search', search: without });
            }}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
      {dateSuggestion && (
        <Choice icon={<CalendarSearch />} onClick={() => open(dateSuggestion.query)}>
          {t.dateMeant({ date: capitalized(dateSuggestion.words) })}
        </Choice>
      )}
      {quickFilters.map(
        ({ id, query, Icon }) =>
          !has(query) && (
            <Choice key={id} icon={<Icon />} onClick={() => add(query)}>
              {t.add[id]}
            </Choice>
          ),
      )}
      <li>
        <DateFilter className={styles['choice']} onChoose={add} />
      </li>
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            className={styles['all']}
            onClick={() => {
              next.current = 0;
              void navigate({ to: '/search', search: { q: words, sort: undefined, account: undefined } });
            }}
          >
            {t.clearAll}
          </button>
        </li>
      )}
    </ul>
  );
}

const quickFilters = [
  { id: 'unread', query: 'is:unread', Icon: Mail },
  { id: 'attachment', query: 'has:attachment', Icon: Paperclip },
] as const;

function Choice({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles['choice']} onClick={onClick}>
        {icon}
        {children}
      </button>
    </li>
  );
}

type Chip = {
  key: string;
  text: string;
  without: { q: string; sort: SearchLens['sort']; account: string | undefined };
};

/** Words are not filters: the search box shows them. */
function chipsOf(
  { query: q, sort, account }: SearchLens,
  clauses: SearchReply['clauses'],
  accountName: string | undefined,
): Chip[] {
  const filters = clauses
    .filter(({ is_text }) => !is_text)
    .map((clause, at): Chip => ({
      key: `${at} ${clause.words}`,
      text: capitalized(clause.words),
      without: { q: withoutSpan(q, clause), sort, account },
    }));
  // The name is unknown until the accounts are loaded; the id says nothing to the user.
  if (account === undefined || accountName === undefined) return filters;
  const text = capitalized(t.inAccount({ name: accountName }));
  return [...filters, { key: 'account', text, without: { q, sort, account: undefined } }];
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
