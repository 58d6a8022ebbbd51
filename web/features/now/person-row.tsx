import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { threadLink } from '../../data/lens-links.ts';
import type { NowData } from '../../data/queries/modes.ts';
import { listActionInfo } from '../../data/selection/list-action-info.ts';
import { useMailActions } from '../../data/services.ts';
import { SnoozeMenu } from '../../data/snooze/snooze-menu.tsx';
import { useReplyFromList } from '../../data/thread-list/list/use-reply-from-list.ts';
import { useNow } from '../../design/use-now.ts';
import { formatAgo } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { Avatar } from './avatar.tsx';
import styles from './now.module.css';
import { rowOfPerson } from './row-of-person.ts';

const t = strings.now;

/** Someone who waits for the user. */
export function PersonRow({ row: person, why }: NowData['people']['rows'][number]) {
  const mailActions = useMailActions();
  const reply = useReplyFromList();
  const now = useNow();
  const row = rowOfPerson(person);
  const target = { threads: [row] };
  const name = row.sender;
  const subject = row.subject || strings.list.noSubject;
  return (
    <li className={styles['item']} data-item data-thread={row.thread_id}>
      <Avatar name={name} isNew={person.lane === 'people_new'} />
      <div className={styles['words']}>
        <Link
          {...threadLink({ kind: 'now' }, row.thread_id)}
          className={styles['main']}
          data-main
          data-unread={row.unread || undefined}
        >
          <strong dir="auto">{name}</strong> <span dir="auto">{subject}</span>
          {row.unread && <span className="visually-hidden">, {strings.list.unread}</span>}
        </Link>
        <p className={styles['why']}>
          {why} <time dateTime={person.since}>{formatAgo(Date.parse(person.since), now.getTime())}</time>
        </p>
      </div>
      <div className={styles['acts']}>
        <Button data-act="reply" aria-label={t.replyTo({ name })} onClick={() => reply(row, 'reply')}>
          {t.reply}
        </Button>
        <SnoozeMenu
          trigger={
            <Button look="quiet" className={styles['soft']} data-act="later" aria-label={t.laterNamed({ subject })}>
              {t.later}
            </Button>
          }
          onChoose={(until, untilText) => void mailActions.snooze(target, until, untilText)}
        />
        <IconButton
          name={t.doneNamed({ subject })}
          title={listActionInfo('done').title}
          data-act="done"
          onClick={() => void mailActions.done(target, 'messages')}
        >
          <Check />
        </IconButton>
      </div>
    </li>
  );
}
