import { useMemo, useSyncExternalStore } from 'react';
import { useServices } from '../../data/services.ts';

/** The messages under which a reply is being written, by id. */
export function useAnsweredMessages(): ReadonlySet<string> {
  const { openCompositions } = useServices();
  const { open } = useSyncExternalStore(openCompositions.subscribe, openCompositions.state);
  return useMemo(
    () =>
      new Set(
        open.flatMap((each) => (each.kind === 'writing' && !each.isDocked && each.session.sourceMessageId) || []),
      ),
    [open],
  );
}
