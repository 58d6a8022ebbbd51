import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../../../api/client.ts';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import type { QueryRoot } from '../../../api/query-invalidation.ts';
import { useServices } from '../../../data/services.ts';
import { useFirstLoad } from '../../../data/use-first-load.ts';
import { InviteCard } from '../lazy-parts.ts';
import { isCalendar } from './calendar-file.ts';

type OfMessage = Reply<'invites', 'ofMessage'>;

/**
 * The event of a message, which is asked for only if a file may contain one. While it is loading, what its card would move down
 * waits for it: a click would be lost.
 */
export function useInvite(
  messageId: string,
  attachments: readonly AttachmentMeta[],
): { found: OfMessage | undefined; isLoading: boolean } {
  const { api } = useServices();
  const query = useQuery({
    queryKey: ['invites' satisfies QueryRoot, messageId],
    queryFn: async ({ signal }) => {
      const [found] = await Promise.all([
        api.invites.ofMessage({ message_id: messageId }, signal),
        InviteCard.preload(),
      ]);
      return found;
    },
    staleTime: 5 * 60_000,
    enabled: attachments.some(isCalendar),
  });
  // The text is not hidden for a request that failed and is sent again.
  const isLoading = query.isLoading && query.failureCount === 0;
  return { found: query.data, isLoading: useFirstLoad([{ isEnabled: query.isEnabled, isLoading }]) };
}

/** Whether the event is the purpose of the message, and not one of a calendar that was sent as a file. */
export function isInvitation(shown: OfMessage | undefined): boolean {
  return !['PUBLISH', undefined, null].includes(shown?.invite?.metadata.method);
}
