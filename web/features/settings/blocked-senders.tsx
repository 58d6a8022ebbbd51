import { useQuery } from '@tanstack/react-query';
import { useBlockSender } from '../../data/blocking/use-block-sender.ts';
import { blockedSendersQuery } from '../../data/queries/blocked-senders.ts';
import { useServices } from '../../data/services.ts';
import { Button, classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { strings } from '../../i18n/strings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const t = strings.blocking;

/** The blocked senders; each can be unblocked. */
export function BlockedSenders() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(blockedSendersQuery(api));
  const { unblock } = useBlockSender({ showsToast: true });
  return (
    <Section title={t.title} hint={t.listHint}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.senders.length === 0 && <p className={classes(styles['card'], styles['block'])}>{t.empty}</p>}
      {data && data.senders.length > 0 && (
        <ul className={styles['card']}>
          {data.senders.map(({ sender }) => (
            <li key={sender} className={styles['entry']}>
              <span dir="auto">{sender}</span>
              <Button aria-label={t.unblockNamed({ sender })} onClick={() => void unblock(sender)}>
                {t.unblock}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
