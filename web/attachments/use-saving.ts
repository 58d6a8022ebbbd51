import { useQueryClient } from '@tanstack/react-query';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { useParts } from '../parts.ts';

/** Has an attachment saved into the download folder of this computer. Gives its path; throws what the daemon refuses. */
export function useSaving(): (attachment: AttachmentMeta) => Promise<string> {
  const { api } = useParts();
  const client = useQueryClient();
  return async ({ id, message_id, on_server }) => {
    const { file } = await api.attachments.download({ message_id, attachment_id: id });
    if (on_server) void client.invalidateQueries({ queryKey: ['thread'] });
    return file.path;
  };
}
