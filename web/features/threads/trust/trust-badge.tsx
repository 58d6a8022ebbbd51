import { useQuery } from '@tanstack/react-query';
import { Check, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { PopoverPanel } from '../../../design/overlays/popover.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { describeReason } from './reason-text.ts';
import { trustQuery } from './queries.ts';
import { TrustCard } from './trust-card.tsx';
import styles from './trust.module.css';

const t = strings.trust;
const icons = { known: Check, ok: ShieldCheck, unverified: ShieldQuestion };

type TrustProps = { body: MessageBody; sender: string; isOwn: boolean };

/** A mark beside a sender that shows whether the sender is known. Suspicious mail has a warning line instead. */
export function TrustBadge({ body, sender, isOwn }: TrustProps) {
  const { api } = useServices();
  const { data } = useQuery(trustQuery(api, body.message_id));
  if (!data || (isOwn && data.verdict === 'known') || data.verdict === 'suspicious') return null;
  const Icon = icons[data.verdict];
  return (
    <PopoverPanel
      name={t.card({ sender })}
      trigger={
        <button type="button" className={styles['mark']} data-verdict={data.verdict} title={t.open}>
          <Icon aria-hidden="true" />
          {t.marks[data.verdict]}
        </button>
      }
    >
      {() => <TrustCard trust={data} body={body} />}
    </PopoverPanel>
  );
}

/** The warning above a deceptive message: the most serious reason in one sentence, and a list of all. */
export function TrustWarning({ body, sender }: Omit<TrustProps, 'isOwn'>) {
  const { api } = useServices();
  const { data } = useQuery(trustQuery(api, body.message_id));
  const gravest = data?.reasons[0];
  if (!data || !gravest || data.verdict !== 'suspicious') return null;
  return (
    <section className={styles['warning']} aria-label={t.warning}>
      <ShieldQuestion aria-hidden="true" />
      <p>
        <strong>{t.careful}</strong> {describeReason(gravest)}
      </p>
      <PopoverPanel
        name={t.card({ sender })}
        align="end"
        trigger={
          <button type="button" className={styles['why']}>
            {t.why}
          </button>
        }
      >
        {() => <TrustCard trust={data} body={body} />}
      </PopoverPanel>
    </section>
  );
}
