import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react';
import { IconButton } from '../../design/controls/button.tsx';
import { threadLink } from '../../data/lens-links.ts';
import { useThreadListData } from '../../data/thread-list/list/list-context.ts';
import { useServices } from '../../data/services.ts';
import { threadQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './open-thread.module.css';
import { ReaderToggle } from '../../data/thread-list/page/reader-toggle.tsx';
import { ThreadToolbar } from './thread-toolbar.tsx';
import { rowOfThread } from '../../data/row-of-thread.ts';
import { formatNumber } from '../../i18n/formats.ts';

/** The bar above a conversation: back, actions, and the previous and next conversation of the list. */
export function ReaderBar({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const { lens, rows, total } = useThreadListData();
  const { api } = useServices();
  const { data } = useQuery(threadQuery(api, threadId));
  const navigate = useNavigate();
  const at = rows.findIndex(({ thread_id }) => thread_id === threadId);
  const newer = at > 0 ? rows[at - 1] : undefined;
  const older = at >= 0 ? rows[at + 1] : undefined;
  const go = (to: string | undefined) => to && void navigate({ ...threadLink(lens, to), replace: true });
  return (
    <div className={styles['bar']}>
      <IconButton name={strings.reader.back} className={styles['back']} onClick={onClose}>
        <ArrowLeft />
      </IconButton>
      <ThreadToolbar
        // The list row has the data that the buttons need while the conversation is loading.
        row={(data && rowOfThread(data)) ?? rows[at]}
        onLeave={() => {
          const next = older ?? newer;
          if (next) go(next.thread_id);
          else onClose();
        }}
      />
      <div className={styles['ways']}>
        {at >= 0 && total !== undefined && (
          <span className={styles['place']}>
            {strings.reader.place({ at: formatNumber(at + 1), total: formatNumber(total) })}
          </span>
        )}
        <IconButton name={strings.reader.newer} aria-disabled={!newer} onClick={() => go(newer?.thread_id)}>
          <ChevronUp />
        </IconButton>
        <IconButton name={strings.reader.older} aria-disabled={!older} onClick={() => go(older?.thread_id)}>
          <ChevronDown />
        </IconButton>
        <ReaderToggle />
        <IconButton name={strings.reader.close} className={styles['close']} onClick={onClose}>
          <X />
        </IconButton>
      </div>
    </div>
  );
}
