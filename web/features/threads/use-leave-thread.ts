import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lensLink, threadLink } from '../../data/lens-links.ts';
import { useThreadListData } from '../../data/thread-list/list/list-context.ts';
import { useServices } from '../../data/services.ts';
import { renderQuery, renderSettings } from './render-settings.ts';

type ThreadNeighbours = { threadId: string; newer: string | undefined; older: string | undefined };

/**
 * What opens after the conversation left its list: the next one, the previous one or the list, as the user has set. At an
 * end of the list the neighbour on the other side opens. The result opens the conversation again, unless the user has gone
 * elsewhere meanwhile. Right after the page was loaded, it waits for the setting.
 */
export function useLeaveThread({ threadId, newer, older }: ThreadNeighbours): () => () => void {
  const { lens } = useThreadListData();
  const { api } = useServices();
  const router = useRouter();
  const client = useQueryClient();
  const { data = renderSettings({}), isLoading } = useQuery(renderQuery(api));

  function leave({ openNext }: typeof data): () => void {
    const neighbours = { next: older ?? newer, previous: newer ?? older, list: undefined };
    const destination = neighbours[openNext];
    const link = destination === undefined ? lensLink(lens) : threadLink(lens, destination);
    const { pathname } = router.buildLocation(link);
    void router.navigate({ ...link, replace: destination !== undefined });
    return () => {
      if (router.state.location.pathname === pathname)
        void router.navigate({ ...threadLink(lens, threadId), replace: destination !== undefined });
    };
  }

  return () => {
    if (!isLoading) return leave(data);
    const { pathname } = router.state.location;
    const left = client
      .fetchQuery(renderQuery(api))
      .catch(() => data)
      .then((settings) => (router.state.location.pathname === pathname ? leave(settings) : undefined));
    return () => void left.then((reopen) => reopen?.());
  };
}
