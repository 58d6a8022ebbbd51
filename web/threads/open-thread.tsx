import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { lensLink } from '../lens-paths.ts';
import { usePlace } from '../mailbox/place-context.ts';
import { useParts } from '../parts.ts';
import { threadQuery } from '../queries.ts';
import { Refusal } from '../session.ts';
import { readerScroll } from '../shell/key-scroll.ts';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { Conversation } from './conversation.tsx';
import styles from './open-thread.module.css';
import { ReaderBar } from './reader-bar.tsx';
import { readerCoversList } from './reader-place.ts';

/** The conversation the address names, beside its list or over it. */
export function OpenThread() {
  const { threadId = '' } = useParams({ strict: false });
  const { lens } = usePlace();
  const navigate = useNavigate();
  const close = () => void navigate(lensLink(lens));
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useKeys({ close, ...readerScroll(() => scroller) });
  useEffect(() => {
    scroller?.scrollTo(0, 0);
    // Where the reader covers the list, the row that was chosen is hidden and can no longer hold the focus.
    if (readerCoversList()) scroller?.focus({ preventScroll: true });
  }, [threadId, scroller]);
  return (
    <div className={styles['reader']} data-keys="thread_view">
      <ReaderBar threadId={threadId} onClose={close} />
      <div className={styles['scroller']} ref={setScroller} tabIndex={0} role="group" aria-label={strings.reader.label}>
        <ThreadBody key={threadId} threadId={threadId} onClose={close} />
      </div>
    </div>
  );
}

function ThreadBody({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(threadQuery(api, threadId));
  if (data) return <Conversation data={data} />;
  if (error instanceof Refusal && error.status === 404) {
    return (
      <Panel scene="lost" title={strings.reader.gone} hint={strings.reader.goneHint}>
        <Button onClick={onClose}>{strings.reader.back}</Button>
      </Panel>
    );
  }
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <Skeleton label={strings.reader.loading} className={styles['content']}>
      <div className={styles['waiting']}>
        <Bone width="62%" style={{ height: 24, marginBottom: 12 }} />
        {['96%', '88%', '92%', '40%'].map((width) => (
          <Bone key={width} width={width} />
        ))}
      </div>
    </Skeleton>
  );
}
