import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useLiveState, useServices } from '../../data/services.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './compose-dock.module.css';
import { ComposerHost } from './composer-host.tsx';
import type { OpenComposition } from '../../data/compose/open-compositions.ts';

// Most visits do not write mail, so the composer is fetched when it is needed.
const Composer = lazy(() => import('./composer.tsx').then((loaded) => ({ default: loaded.Composer })));
const HtmlDraft = lazy(() => import('./html-draft.tsx').then((loaded) => ({ default: loaded.HtmlDraft })));

/** In milliseconds. */
const retryDelayMs = 2_000;

/** The open compositions: replies in their conversation, the others in the lower corner above every page. */
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
  useKeys({
    compose: () => void openCompositions.start({ kind: 'new' }),
    undo: () => sendTracker.undoLast(),
  });
  if (open.length === 0) return null;
  return (
    <div className={styles['dock']} data-full={(isFull && active !== undefined) || undefined}>
      {open.map((composition) => (
        <Suspense key={composition.key} fallback={<Waiting />}>
          <DockItem composition={composition} />
        </Suspense>
      ))}
    </div>
  );
}

function DockItem({ composition }: { composition: OpenComposition }) {
  const { openCompositions, inlinePlaces } = useServices();
  const { active, isFull, focusRequest } = useSyncExternalStore(openCompositions.subscribe, openCompositions.state);
  const places = useSyncExternalStore(inlinePlaces.subscribe, inlinePlaces.state);
  const { key, isDocked } = composition;
  const isActive = key === active;
  const answeredId = composition.kind === 'writing' ? composition.session.sourceMessageId : null;
  const place = answeredId === null ? undefined : places.get(answeredId);
  const inlinePlace = isDocked ? undefined : place;
  const wasInline = useRef(false);
  useLayoutEffect(() => {
    // Another conversation is open now; the reply of the last one does not cover it.
    if (wasInline.current && !inlinePlace && !isDocked && isActive) openCompositions.show(undefined);
    wasInline.current = inlinePlace !== undefined;
  }, [openCompositions, inlinePlace, isDocked, isActive]);
  const onClosed = () => openCompositions.remove(key);
  if (composition.kind === 'html') {
    return <HtmlDraft draftId={composition.draftId} html={composition.html} isFull={isFull} onClosed={onClosed} />;
  }
  return (
    <ComposerHost inlinePlace={inlinePlace}>
      <Composer
        session={composition.session}
        isFresh={composition.isFresh}
        isActive={isActive}
        focusRequest={focusRequest}
        isInline={inlinePlace !== undefined}
        isFull={isFull}
        onFull={openCompositions.setFull}
        onMove={place && (() => openCompositions.setDocked(key, !isDocked))}
        onFocused={() => openCompositions.handleFocus(key)}
        onShow={() => openCompositions.show(key)}
        onCollapse={() => openCompositions.show(undefined)}
        onClosed={onClosed}
      />
    </ComposerHost>
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
