import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, ChevronRight, Reply } from 'lucide-react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { threadLink } from '../../data/lens-links.ts';
import { useThreadListData } from '../../data/thread-list/list/list-context.ts';
import { useServices } from '../../data/services.ts';
import { threadQuery } from '../../data/queries/mail.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './open-thread.module.css';
import { ReaderToggle } from '../../data/thread-list/page/reader-toggle.tsx';
import { useReaderLayout } from '../../data/thread-list/page/reader-layout.ts';
import { ThreadToolbar } from './thread-toolbar.tsx';
import { useReplyActions } from './reply-buttons.tsx';
import { rowOfThread } from '../../data/row-of-thread.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLeaveThread } from './use-leave-thread.ts';

type ReaderBarProps = {
  threadId: string;
  /** The reply button is below the conversation. */
  isNarrow: boolean;
  onClose: () => void;
};

/** The bar above a conversation: back, actions, the previous and next conversation of the list, and reply. */
export function ReaderBar({ threadId, isNarrow, onClose }: ReaderBarProps) {
  const { lens, rows, total } = useThreadListData();
  const { api } = useServices();
  const { data } = useQuery(threadQuery(api, threadId));
  const navigate = useNavigate();
  const layout = useReaderLayout();
  const at = rows.findIndex(({ thread_id }) => thread_id === threadId);
  const newer = at > 0 ? rows[at - 1] : undefined;
  const older = at >= 0 ? rows[at + 1] : undefined;
  const leave = useLeaveThread({ threadId, newer: newer?.thread_id, older: older?.thread_id });
  const go = (to: string | undefined) => to && void navigate({ ...threadLink(lens, to), replace: true });
  // The list row has the data that the buttons need while the conversation is loading.
  const row = (data && rowOfThread(data)) ?? rows[at];
  return (
    <div className={styles['bar']}>
      <IconButton name={strings.reader.back} className={styles['back']} onClick={onClose}>
        <ArrowLeft />
      </IconButton>
      <ThreadToolbar row={row} onLeave={leave} onClose={onClose} />
      <div className={styles['place']}>
        {at >= 0 && total !== undefined && (
          <span>{strings.reader.place({ at: formatNumber(at + 1), total: formatNumber(total) })}</span>
        )}
      </div>
      <div className={styles['ways']}>
        <IconButton name={strings.reader.newer} aria-disabled={!newer} onClick={() => go(newer?.thread_id)}>
          <ChevronLeft />
        </IconButton>
        <IconButton name={strings.reader.older} aria-disabled={!older} onClick={() => go(older?.thread_id)}>
          <ChevronRight />
        </IconButton>
        {layout === 'full' && <ReaderToggle />}
      </div>
      {!isNarrow && <ReplyButton messageId={row?.id} />}
    </div>
  );
}

/** Always in sight while the mail scrolls. */
function ReplyButton({ messageId }: { messageId: string | undefined }) {
  const reply = useReplyActions(messageId).find(({ act }) => act === 'reply');
  if (!reply) return null;
  return (
    <Button className={styles['reply']} disabled={messageId === undefined} onClick={reply.run}>
      <Reply />
      {reply.name}
      <span className={styles['key']} aria-hidden="true">
        <Chord keys={keyFor('reply', 'thread_view')} />
      </span>
    </Button>
  );
}
