import { useEffect, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useLiveState, useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { Bar } from './bar.tsx';

const words = strings.trouble;

/**
 * The token of this page no longer holds. Any call gets another where this computer hands it out, and has the page of the
 * key shown where it does not; only where that helps nothing is somebody asked to load the page again.
 */
export function RefusedBar() {
  const { api, live } = useParts();
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
    <Bar tone="bad" act={<Button onClick={() => location.reload()}>{words.reload}</Button>}>
      {words.refused}
    </Bar>
  );
}
