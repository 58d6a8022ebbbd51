import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useLiveState, useParts } from '../parts.ts';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import styles from './compose-dock.module.css';
import { useKeptElsewhere } from './use-kept-elsewhere.ts';

// Few open the page to write: what that takes is fetched when it is wanted.
const Composer = lazy(() => import('./composer.tsx').then((loaded) => ({ default: loaded.Composer })));
const HtmlDraft = lazy(() => import('./html-draft.tsx').then((loaded) => ({ default: loaded.HtmlDraft })));

/** In milliseconds. */
const triedAgainAfter = 2_000;

/** The messages that are open for writing, over the lower corner of whatever is shown. */
export function ComposeDock() {
  const { composers, sends } = useParts();
  const { open, active, isFull } = useSyncExternalStore(composers.subscribe, composers.state);
  const { connection } = useLiveState();
  useEffect(() => {
    // Where the daemon cannot be asked yet, this is done when it answers.
    if (connection !== 'open') return;
    let again: number | undefined;
    const resume = () =>
      void composers
        .resumeAll()
        .then(sends.followHeld)
        .catch(() => (again = window.setTimeout(resume, triedAgainAfter)));
    resume();
    return () => clearTimeout(again);
  }, [connection, composers, sends]);
  useKeptElsewhere();
  useKeys({
    compose: () => void composers.begin({ kind: 'new' }),
    undo: () => sends.undoLast(),
  });
  if (open.length === 0) return null;
  return (
    <div className={styles['dock']} data-full={(isFull && active !== undefined) || undefined}>
      {open.map((composer) => {
        const { key } = composer;
        const onGone = () => composers.remove(key);
        return (
          <Suspense key={key} fallback={<Waiting />}>
            {composer.kind === 'html' ? (
              <HtmlDraft draftId={composer.draftId} html={composer.html} isFull={isFull} onGone={onGone} />
            ) : (
              <Composer
                session={composer.session}
                isFresh={composer.isFresh}
                isActive={key === active}
                isFull={isFull}
                onFull={composers.fill}
                onShow={() => composers.show(key)}
                onFold={() => composers.show(undefined)}
                onGone={onGone}
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
          <Bone key={width} width={width} style={{ margin: '18px 20px' }} />
        ))}
      </Skeleton>
    </div>
  );
}
