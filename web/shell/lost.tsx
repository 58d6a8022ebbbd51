import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel } from '../design/panel.tsx';
import { strings } from '../strings.ts';

/** An address that leads nowhere. */
export function NothingHere() {
  const navigate = useNavigate();
  useEffect(() => {
    document.title = strings.pageTitle({ place: strings.errors.lost, unread: 0 });
  }, []);
  return (
    <>
      <h1 className="visually-hidden">{strings.errors.lost}</h1>
      <Panel scene="lost" title={strings.errors.lost} hint={strings.errors.lostHint}>
        <Button onClick={() => void navigate({ to: '/inbox' })}>{strings.errors.toInbox}</Button>
      </Panel>
    </>
  );
}

/** A fault of the page itself, in words instead of a blank window. */
export function Crash({ error }: { error: unknown }) {
  const router = useRouter();
  return <ErrorPanel error={error} onRetry={() => void router.invalidate()} />;
}
