import { useQuery } from '@tanstack/react-query';
import { Button, classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { useImageAllowances } from '../../data/use-image-allowances.ts';
import { allowancesQuery } from '../../data/queries/images.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const t = strings.images.allowances;

/** The senders whose images are always shown; each can be removed. */
export function ImageSenders() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(allowancesQuery(api));
  const { forget } = useImageAllowances();
  return (
    <Section title={t.title} hint={t.hint}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.allowances.length === 0 && <p className={classes(styles['card'], styles['block'])}>{t.empty}</p>}
      {data && data.allowances.length > 0 && (
        <ul className={styles['card']}>
          {data.allowances.map((each) => (
            <li key={`${each.account_id} ${each.sender}`} className={styles['entry']}>
              <span dir="auto">{each.sender}</span>
              <Button aria-label={t.forgetNamed({ sender: each.sender })} onClick={() => void forget(each)}>
                {t.forget}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
