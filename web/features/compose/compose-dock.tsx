import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useLiveState, useServices } from '../../data/services.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './compose-dock.module.css';
import { useDraftRecovery } from './use-draft-recovery.ts';

// Most visits do not write mail, so the composer is fetched when it is needed.
const Composer = lazy(() => import('./composer.tsx').then((loaded) => ({ default: loaded.Composer })));
const HtmlDraft = lazy(() => import('./html-draft.tsx').then((loaded) => ({ default: loaded.HtmlDraft })));

/** In milliseconds. */
const retryDelayMs = 2_000;

/** The open compositions, in the lower corner above every page. */
export function ComposeDock() {
  const { openCompositions, sendTracker } = useServices();
  const { open, active, isFull } = useSyncExternalStore(openCompositions.subscribe, openCompositions.state);
  const { connection } = useLiveState();
  useEffect(() => {
    // While the daemon does not answer yet, this waits for it.
    if (connection !== 'open') return;
    let again: number | undefined;
    const resume = () =>
      void openCompositions
        .resumeAll()
        .then(sendTracker.trackHeld)
        .catch(() => (again = window.setTimeout(resume, retryDelayMs)));
    resume();
    return () => clearTimeout(again);
  }, [connection, openCompositions, sendTracker]);
  useDraftRecovery();
  useKeys({
    compose: () => void openCompositions.start({ kind: 'new' }),
    undo: () => sendTracker.undoLast(),
  });
  if (open.length === 0) return null;
  return (
    <div className={styles['dock']} data-full={(isFull && active !== undefined) || undefined}>
      {open.map((composer) => {
        const { key } = composer;
        const onClosed = () => openCompositions.remove(key);
        return (
          <Suspense key={key} fallback={<Waiting />}>
            {composer.kind === 'html' ? (
              <HtmlDraft draftId={composer.draftId} html={composer.html} isFull={isFull} onClosed={onClosed} />
            ) : (
              <Composer
                session={composer.session}
                isFresh={composer.isFresh}
                isActive={key === active}
                isFull={isFull}
                onFull={openCompositions.setFull}
                onShow={() => openCompositions.show(key)}
                onCollapse={() => openCompositions.show(undefined)}
                onClosed={onClosed}
              />
            )}
          </Suspense>
        );
      })}
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton label={strings.compose.loading}>
        {['44%', '70%', '62%', '80%'].map((width) => (
          <SkeletonBar key={width} width={width} style={{ margin: '18px 20px' }} />
        ))}
      </Skeleton>
    </div>
  );
}
