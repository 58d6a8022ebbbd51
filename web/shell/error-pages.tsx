import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../design/feedback/empty-state.tsx';
import { strings } from '../i18n/strings.ts';

/** The page for an unknown address. */
export function NotFoundPage() {
  const navigate = useNavigate();
  useEffect(() => {
    document.title = strings.pageTitle({ place: strings.errors.lost, unread: 0 });
  }, []);
  return (
    <>
      <h1 className="visually-hidden">{strings.errors.lost}</h1>
      <EmptyState illustration="lost" title={strings.errors.lost} hint={strings.errors.lostHint}>
        <Button onClick={() => void navigate({ to: '/inbox' })}>{strings.errors.toInbox}</Button>
      </EmptyState>
    </>
  );
}

/** The page for an unexpected error, instead of a blank window. */
export function CrashPage({ error }: { error: unknown }) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}
