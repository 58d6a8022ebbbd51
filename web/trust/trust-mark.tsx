import { useQuery } from '@tanstack/react-query';
import { Check, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { MessageBody } from '../../daemon/contract/body.ts';
import { Popup } from '../design/popup.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { reasonWords } from './reason-words.ts';
import { trustQuery } from './queries.ts';
import { TrustCard } from './trust-card.tsx';
import styles from './trust.module.css';

const words = strings.trust;
const icons = { known: Check, ok: ShieldCheck, unverified: ShieldQuestion };

type TrustProps = { body: MessageBody; sender: string; isOwn: boolean };

/** Beside a sender: whether one knows them, quietly. What is suspicious has a line of its own. */
export function TrustMark({ body, sender, isOwn }: TrustProps) {
  const { api } = useParts();
  const { data } = useQuery(trustQuery(api, body.message_id));
  if (!data || isOwn || data.verdict === 'suspicious') return null;
  const Icon = icons[data.verdict];
  return (
    <Popup
      name={words.card({ sender })}
      trigger={
        <button type="button" className={styles['mark']} data-verdict={data.verdict} title={words.open}>
          <Icon aria-hidden="true" />
          {words.marks[data.verdict]}
        </button>
      }
    >
      {() => <TrustCard trust={data} body={body} />}
    </Popup>
  );
}

/** Above a message that is made to look like what it is not: the gravest reason in one sentence, and all of them. */
export function TrustWarning({ body, sender }: Omit<TrustProps, 'isOwn'>) {
  const { api } = useParts();
  const { data } = useQuery(trustQuery(api, body.message_id));
  const gravest = data?.reasons[0];
  if (!data || !gravest || data.verdict !== 'suspicious') return null;
  return (
    <section className={styles['warning']} aria-label={words.warning}>
      <ShieldQuestion aria-hidden="true" />
      <p>
        <strong>{words.careful}</strong> {reasonWords(gravest)}
      </p>
      <Popup
        name={words.card({ sender })}
        align="end"
        trigger={
          <button type="button" className={styles['why']}>
            {words.why}
          </button>
        }
      >
        {() => <TrustCard trust={data} body={body} />}
      </Popup>
    </section>
  );
}
