import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { strings } from '../../i18n/strings.ts';
import styles from './conditions.module.css';
import type { SearchReply } from '../../data/queries/search.ts';
import { withoutSpan } from './term.ts';
import type { Lens } from '../../data/lens.ts';

const t = strings.search;

type SearchLens = Extract<Lens, { kind: 'search' }>;
type ConditionsProps = {
  lens: SearchLens;
  clauses: SearchReply['clauses'];
  /** The name of the searched account, if there are several. */
  accountName: string | undefined;
};

/** The conditions of a search, worded as a sentence; each can be removed. */
export function Conditions({ lens, clauses, accountName }: ConditionsProps) {
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  /** The position that takes the focus after a removal. */
  const next = useRef<number>(undefined);
  const conditions = conditionsOf(lens, clauses, accountName);
  useEffect(() => {
    const at = next.current;
    next.current = undefined;
    if (at === undefined) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[at] ?? buttons.at(-1) ?? searchBox())?.focus();
  }, [conditions.length]);

  // A few words without other conditions need no explanation.
  if (conditions.every(({ isPlain }) => isPlain)) return null;
  return (
    <ul ref={list} className={styles['list']} aria-label={t.conditions}>
      {conditions.map(({ key, text, without }, at) => (
        <li key={key} className={styles['condition']}>
          <span dir="auto">{text}</span>
          <button
            type="button"
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
    </ul>
  );
}

type Condition = {
  key: string;
  text: string;
  isPlain: boolean;
  without: { q: string; sort: SearchLens['sort']; account: string | undefined };
};

function conditionsOf(
  { query: q, sort, account }: SearchLens,
  clauses: SearchReply['clauses'],
  accountName: string | undefined,
) {
  const clauseConditions = clauses.map((clause, at): Condition => ({
    key: `${at} ${clause.words}`,
    text: clause.words,
    isPlain: clause.is_text,
    without: { q: withoutSpan(q, clause), sort, account },
  }));
  const inAccount: Condition[] =
    account === undefined
      ? []
      : [
          {
            key: 'account',
            text: t.inAccount({ name: accountName ?? account }),
            isPlain: false,
            without: { q, sort, account: undefined },
          },
        ];
  const inOrder: Condition[] =
    sort === undefined
      ? []
      : [
          {
            key: 'order',
            text: t.inOrder[sort],
            isPlain: false,
            without: { q, sort: undefined, account },
          },
        ];
  return [...clauseConditions, ...inAccount, ...inOrder];
}

function searchBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('form[role=search] input');
}
