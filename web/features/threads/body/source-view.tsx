import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Copy, Download } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Api } from '../../../api/client.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { useServices } from '../../../data/services.ts';
import { saveFile } from '../../../data/save-file.ts';
import { strings } from '../../../i18n/strings.ts';
import { useAction } from '../../../data/use-action.ts';
import { bytesOf, sourceLines } from './source-lines.ts';
import styles from './source-view.module.css';
import { formatSize } from '../../../i18n/formats.ts';

const t = strings.views;
const lineHeightPx = 20;
/** The space above and below the lines, and for a scroll bar. */
const paddingPx = 44;

const sourceQuery = (api: Api, messageId: string) => ({
  queryKey: ['source', messageId],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.messages.source({ message_id: messageId }, signal),
  staleTime: Infinity,
  gcTime: 60_000,
});

/** The source of a message, line by line, with a button to save it. */
export function SourceView({ messageId, subject }: { messageId: string; subject: string }) {
  const { api, toasts } = useServices();
  const { runAction } = useAction();
  const { data, error, refetch } = useQuery(sourceQuery(api, messageId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton label={t.loadingSource}>
        {['70%', '86%', '64%', '78%'].map((width) => (
          <SkeletonBar key={width} width={width} style={{ marginBottom: 14 }} />
        ))}
      </Skeleton>
    );
  }
  const { source, encoding, is_cut, is_complete, size_bytes } = data;
  const copy = async () => {
    await navigator.clipboard.writeText(source);
    toasts.show({ tone: 'plain', text: t.copied });
  };
  const save = () => saveFile(new Blob([bytesOf(source, encoding)], { type: 'message/rfc822' }), fileName(subject));
  return (
    <>
      <div className={styles['acts']}>
        <Button onClick={save} disabled={is_cut}>
          <Download aria-hidden="true" />
          {t.download}
        </Button>
        <Button onClick={() => void runAction(copy, t.notCopied)}>
          <Copy aria-hidden="true" />
          {t.copy}
        </Button>
        <span className={styles['note']}>{formatSize(size_bytes)}</span>
      </div>
      {is_cut && <p className={styles['note']}>{t.cut}</p>}
      {!is_complete && <p className={styles['note']}>{t.incomplete}</p>}
      <Lines source={source} />
    </>
  );
}

function Lines({ source }: { source: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => sourceLines(source), [source]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeightPx,
    overscan: 20,
  });
  return (
    <div
      ref={scroller}
      className={styles['source']}
      style={{ height: `min(70dvh, ${virtualizer.getTotalSize() + paddingPx}px)` }}
      tabIndex={0}
      role="group"
      aria-label={t.source}
    >
      <div style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div key={index} className={styles['sourceLine']} style={{ transform: `translateY(${start}px)` }}>
            {lines[index]}
          </div>
        ))}
      </div>
    </div>
  );
}

function fileName(subject: string): string {
  const name = subject.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim();
  return `${name.slice(0, 80) || 'message'}.eml`;
}
