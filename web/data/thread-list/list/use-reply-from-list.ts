import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { threadLink } from '../../lens-links.ts';
import { threadQuery } from '../../queries/mail.ts';
import { useServices } from '../../services.ts';
import { useThreadListData } from './list-context.ts';

/** Opens a conversation of the list, and starts a reply under its newest message. */
export function useReplyFromList(): (row: MessageRow, kind: 'reply' | 'reply_all' | 'forward') => void {
  const { api, openCompositions } = useServices();
  const { lens } = useThreadListData();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (row, kind) => {
    void navigate(threadLink(lens, row.thread_id));
    // The reply appears together with its conversation.
    const shown = client.prefetchQuery(threadQuery(api, row.thread_id));
    void openCompositions.start({ kind, message_id: row.id }, shown);
  };
}
