import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../design/controls/button.tsx';
import { threadLink } from '../../data/lens-links.ts';
import type { NowData } from '../../data/queries/modes.ts';
import { useMailActions } from '../../data/services.ts';
import { SnoozeMenu } from '../../data/snooze/snooze-menu.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './now.module.css';
import { threadStub } from './row-of-person.ts';

const t = strings.now;

/** One good thing to read, in the evening. */
export function ReadingCard({ reading }: { reading: NonNullable<NowData['reading']> }) {
  const navigate = useNavigate();
  const mailActions = useMailActions();
  const subject = reading.subject || strings.list.noSubject;
  const target = { threads: [{ ...threadStub(reading), id: reading.message_id, subject: reading.subject }] };
  return (
    <section className={styles['tile']} aria-label={t.reading} data-item data-thread={reading.thread_id}>
      <h2 className={styles['caption']}>{t.reading}</h2>
      <p className={styles['story']} dir="auto">
        {subject}
      </p>
      <p className={styles['why']} dir="auto">
        {reading.why}
      </p>
      <div className={styles['tileActs']}>
        <Button
          data-main
          aria-label={t.readNamed({ subject })}
          onClick={() => void navigate(threadLink({ kind: 'now' }, reading.thread_id))}
        >
          {t.read}
        </Button>
        <SnoozeMenu
          trigger={
            <Button look="quiet" className={styles['soft']} data-act="later" aria-label={t.laterNamed({ subject })}>
              {t.later}
            </Button>
          }
          onChoose={(until, untilText) => void mailActions.snooze(target, until, untilText)}
        />
        <Button
          look="quiet"
          className={styles['soft']}
          data-act="done"
          aria-label={t.doneNamed({ subject })}
          onClick={() => void mailActions.done(target, 'reading')}
        >
          {t.done}
        </Button>
      </div>
    </section>
  );
}
