import { useQuery } from '@tanstack/react-query';
import { Handshake, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCommitmentActions } from '../../../data/commitments/use-commitment-actions.ts';
import { commitmentsQuery, type Commitment } from '../../../data/queries/commitments.ts';
import { useServices } from '../../../data/services.ts';
import { Button, IconButton } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import { markWords } from './mark-words.ts';
import styles from './message-promises.module.css';

const t = strings.promises;

/** The open promises in a message, each with a button, and marked in its text. */
export function MessagePromises({ messageId, threadId }: { messageId: string; threadId: string }) {
  const { api } = useServices();
  const { data } = useQuery(commitmentsQuery(api, { status: 'open', thread_id: threadId }));
  const own = data?.commitments.filter(({ evidence_msg_id }) => evidence_msg_id === messageId) ?? [];
  const list = useRef<HTMLUListElement>(null);
  const words = own.map(({ what }) => what).join('\n');
  useEffect(() => {
    const message = list.current?.closest('[data-message]');
    return message && words !== '' ? markWords(message, words.split('\n')) : undefined;
  }, [words]);
  if (own.length === 0) return null;
  return (
    <ul role="list" className={styles['promises']} aria-label={t.inMessage} ref={list}>
      {own.map((each) => (
        <PromiseItem key={each.id} commitment={each} />
      ))}
    </ul>
  );
}

function PromiseItem({ commitment }: { commitment: Commitment }) {
  const { keep, dismiss } = useCommitmentActions(commitment);
  const { what, direction, person_label, email, when_label, by_when, due_words, overdue } = commitment;
  const hasDate = by_when !== null || due_words !== null;
  const who = direction === 'yours' ? t.youPromised : t.theyPromised({ name: person_label ?? (email || t.someone) });
  return (
    <li className={styles['promise']}>
      <Handshake aria-hidden="true" />
      <p className={styles['words']}>
        <span className={styles['who']}>{who}</span> <q dir="auto">{what}</q>
        {hasDate && (
          <span className={styles['when']} data-overdue={overdue || undefined}>
            {' '}
            · {when_label}
          </span>
        )}
      </p>
      <Button aria-label={t.keepNamed({ what })} onClick={() => void keep()}>
        {t.keep}
      </Button>
      <IconButton name={t.dismissNamed({ what })} title={t.dismiss} onClick={() => void dismiss()}>
        <X />
      </IconButton>
    </li>
  );
}
