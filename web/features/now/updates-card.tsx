import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../design/controls/button.tsx';
import type { NowData } from '../../data/queries/modes.ts';
import { useMailActions } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './now.module.css';
import { threadStub } from './row-of-person.ts';

const t = strings.now;

/** What programs and shops sent since the last card, as one item. */
export function UpdatesCard({ updates }: { updates: NonNullable<NowData['updates']> }) {
  const navigate = useNavigate();
  const mailActions = useMailActions();
  const target = { threads: updates.thread_ids.map((thread_id) => threadStub({ account_id: '', thread_id })) };
  const senders = updates.top_sources.map(({ sender_name, sender_email }) => sender_name ?? sender_email);
  return (
    <section className={styles['tile']} aria-label={strings.modes.names.updates} data-item>
      <h2 className={styles['caption']}>{strings.modes.names.updates}</h2>
      <p className={styles['statement']}>{updates.line}</p>
      <p className={styles['why']} dir="auto">
        {t.senders({ names: senders, more: updates.source_count - senders.length })}
      </p>
      <div className={styles['tileActs']}>
        <Button data-main onClick={() => void navigate({ to: '/updates' })}>
          {t.skim}
        </Button>
        <Button
          look="quiet"
          className={styles['soft']}
          data-act="done"
          onClick={() => void mailActions.done(target, 'updates')}
        >
          {t.allDone}
        </Button>
      </div>
    </section>
  );
}
