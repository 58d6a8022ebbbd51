import { useQuery } from '@tanstack/react-query';
import { Button, classes } from '../design/button.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { useAllowing } from '../images/allowing.ts';
import { allowancesQuery } from '../images/queries.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const words = strings.images.allowances;

/** The senders whose images are shown without asking, to be taken back one by one. */
export function ImageSenders() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(allowancesQuery(api));
  const { forget } = useAllowing();
  return (
    <Section title={words.title} hint={words.hint}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.allowances.length === 0 && <p className={classes(styles['card'], styles['block'])}>{words.empty}</p>}
      {data && data.allowances.length > 0 && (
        <ul className={styles['card']}>
          {data.allowances.map((each) => (
            <li key={`${each.account_id} ${each.sender}`} className={styles['entry']}>
              <span dir="auto">{each.sender}</span>
              <Button aria-label={words.forgetNamed({ sender: each.sender })} onClick={() => void forget(each)}>
                {words.forget}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
