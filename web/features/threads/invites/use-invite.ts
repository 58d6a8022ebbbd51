import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../../../api/client.ts';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import { inviteQuery } from '../../../data/queries/invites.ts';
import { useServices } from '../../../data/services.ts';
import { isCalendar } from './calendar-file.ts';

type OfMessage = Reply<'invites', 'ofMessage'>;

/** The event of a message, which is asked for only if a file may contain one. */
export function useInvite(messageId: string, attachments: readonly AttachmentMeta[]): OfMessage | undefined {
  const { api } = useServices();
  return useQuery({ ...inviteQuery(api, messageId), enabled: attachments.some(isCalendar) }).data;
}

/** Whether the event is the purpose of the message, and not one of a calendar that was sent as a file. */
export function isInvitation(shown: OfMessage | undefined): boolean {
  return !['PUBLISH', undefined, null].includes(shown?.invite?.metadata.method);
}
