import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { IconButton } from '../../design/controls/button.tsx';
import { useOptimisticValue } from '../../design/use-optimistic-value.ts';
import { formatDate } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import type { Commitment } from '../queries/commitments.ts';
import { threadLink } from '../lens-links.ts';
import styles from './commitment-list.module.css';
import { useCommitmentActions } from './use-commitment-actions.ts';

const t = strings.promises;
const lens = { kind: 'all' } as const;

/** Promises, each with its words, who gave it, and when it is due. */
export function CommitmentList({ label, commitments }: { label: string; commitments: readonly Commitment[] }) {
  return (
    <ul role="list" className={styles['list']} aria-label={label}>
      {commitments.map((each) => (
        <Row key={each.id} commitment={each} />
      ))}
    </ul>
  );
}

function Row({ commitment }: { commitment: Commitment }) {
  const { keep, dismiss } = useCommitmentActions(commitment);
  const { what, status, direction, person_label, email, said_at, when_label, by_when, due_words, overdue } = commitment;
  const [isKept, choose] = useOptimisticValue(status === 'resolved', keep);
  const name = person_label ?? (email || t.someone);
  const facts = { name, day: formatDate(said_at) };
  const hasDate = by_when !== null || due_words !== null;
  return (
    <li className={styles['row']}>
      <label className={styles['tick']} title={t.keepTitle}>
        <input
          type="checkbox"
          aria-label={t.keepNamed({ what })}
          checked={isKept}
          disabled={status === 'resolved'}
          onChange={() => void choose(true)}
        />
      </label>
      <div className={styles['words']}>
        <Link {...threadLink(lens, commitment.thread_id)} className={styles['what']} dir="auto">
          {what}
        </Link>
        <p className={styles['facts']}>
          {hasDate && (
            <>
              <span className={styles['when']} data-overdue={overdue || undefined}>
                {when_label}
              </span>
              {' · '}
            </>
          )}
          <span dir="auto">{direction === 'yours' ? t.mine(facts) : t.others(facts)}</span>
          {commitment.looks_kept_by !== null && (
            <span className={styles['kept']}> {t.looksKept({ yours: direction === 'yours' ? 'yes' : 'no' })}</span>
          )}
          {commitment.origin === 'model' && <span> {t.byModel}</span>}
        </p>
      </div>
      {status !== 'resolved' && (
        <IconButton name={t.dismissNamed({ what })} title={t.dismiss} onClick={() => void dismiss()}>
          <X />
        </IconButton>
      )}
    </li>
  );
}
