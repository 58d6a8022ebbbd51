import { useEffect, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { useLiveState, useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { ProblemBarLayout } from './problem-bar-layout.tsx';

const t = strings.trouble;

/**
 * Shown if the token of this page is no longer valid. Any request gets another token from the local handshake, or shows the
 * token page if there is none. Only if that does not help, the user is asked to reload the page.
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
  // While the page reconnects, the user need not act.
  if (!hasNone && refusals < 2) return null;
  return (
    <ProblemBarLayout tone="bad" actions={<Button onClick={() => location.reload()}>{t.reload}</Button>}>
      {t.refused}
    </ProblemBarLayout>
  );
}
