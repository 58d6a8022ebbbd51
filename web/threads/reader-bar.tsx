import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import { threadLink } from '../lens-paths.ts';
import { usePlace } from '../mailbox/place-context.ts';
import { useParts } from '../parts.ts';
import { threadQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import styles from './open-thread.module.css';
import { ReaderToggle } from './reader-toggle.tsx';
import { ThreadActs } from './thread-acts.tsx';
import { rowOfThread } from './thread-row.ts';
import { number } from '../words/formats.ts';

/** Above a conversation: the way back, what can be done to it, and the ones before and after it in its list. */
export function ReaderBar({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const { lens, rows, total } = usePlace();
  const { api } = useParts();
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
      <ThreadActs
        // The list has what the buttons need while the conversation itself is loading, so that they never wait for it.
        row={(data && rowOfThread(data)) ?? rows[at]}
        onLeave={() => {
          const next = older ?? newer;
          if (next) go(next.thread_id);
          else onClose();
        }}
      />
      <div className={styles['ways']}>
        {at >= 0 && total !== undefined && (
          <span className={styles['place']}>{strings.reader.place({ at: number(at + 1), total: number(total) })}</span>
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
