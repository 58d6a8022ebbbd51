import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { lensLink } from '../../data/lens-links.ts';
import { useThreadListData } from '../../data/thread-list/list/list-context.ts';
import { useServices } from '../../data/services.ts';
import { threadQuery } from '../../data/queries/mail.ts';
import { Refusal } from '../../api/session.ts';
import { scrollHandlers } from './scroll-keys.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { Conversation } from './conversation.tsx';
import styles from './open-thread.module.css';
import { ReaderBar } from './reader-bar.tsx';
import { ReplyBar } from './reply-buttons.tsx';
import { rowOfThread } from '../../data/row-of-thread.ts';
import { useMedia } from '../../design/use-media.ts';
import { readerCoversList } from '../../data/thread-list/page/reader-layout.ts';

/** Without room for the reply button above the conversation. */
const narrowQuery = '(max-width: 759px)';

/** The conversation in the address, beside its list or over it. */
export function OpenThread() {
  const { threadId = '' } = useParams({ strict: false });
  const { lens } = useThreadListData();
  const navigate = useNavigate();
  const close = () => void navigate(lensLink(lens));
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { api } = useServices();
  const { data } = useQuery(threadQuery(api, threadId));
  const isNarrow = useMedia(narrowQuery);
  useKeys({ close, ...scrollHandlers(() => scroller) });
  useEffect(() => {
    scroller?.scrollTo(0, 0);
    // If the reader covers the list, the chosen row is hidden and cannot keep the focus.
    if (readerCoversList()) scroller?.focus({ preventScroll: true });
  }, [threadId, scroller]);
  return (
    <div className={styles['reader']} data-keys="thread_view">
      <ReaderBar threadId={threadId} isNarrow={isNarrow} onClose={close} />
      <div
        className={styles['scroller']}
        ref={setScroller}
        tabIndex={-1}
        role="group"
        aria-label={strings.reader.label}
      >
        <ThreadBody key={threadId} threadId={threadId} onClose={close} />
      </div>
      {isNarrow && <ReplyBar messageId={data && rowOfThread(data)?.id} />}
    </div>
  );
}

function ThreadBody({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(threadQuery(api, threadId));
  if (data) return <Conversation data={data} />;
  if (error instanceof Refusal && error.status === 404) {
    return (
      <EmptyState illustration="lost" title={strings.reader.gone} hint={strings.reader.goneHint}>
        <Button onClick={onClose}>{strings.reader.back}</Button>
      </EmptyState>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Skeleton label={strings.reader.loading} className={styles['content']}>
      <div className={styles['waiting']}>
        <SkeletonBar width="62%" style={{ height: 24, marginBottom: 12 }} />
        {['96%', '88%', '92%', '40%'].map((width) => (
          <SkeletonBar key={width} width={width} />
        ))}
      </div>
    </Skeleton>
  );
}
