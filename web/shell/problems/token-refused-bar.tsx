import { useEffect, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { useLiveState, useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { ProblemBarLayout } from './problem-bar-layout.tsx';

const t = strings.trouble;

/**
 * The token of this page no longer holds. Any call gets another where this computer hands it out, and has the page of the
 * key shown where it does not; only where that helps nothing is somebody asked to load the page again.
 */
export function TokenRefusedBar() {
  const { api, live } = useServices();
  const { refusals } = useLiveState();
  const [hasNone, setHasNone] = useState(false);
  useEffect(() => {
    let isGone = false;
    api.admin.ping({}).then(live.retry, () => isGone || setHasNone(true));
    return () => {
      isGone = true;
    };
  }, [api, live]);
  // While the connection is made anew, nobody has to do anything.
  if (!hasNone && refusals < 2) return null;
  return (
    <ProblemBarLayout tone="bad" actions={<Button onClick={() => location.reload()}>{t.reload}</Button>}>
      {t.refused}
    </ProblemBarLayout>
  );
}
