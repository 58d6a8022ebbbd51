import { useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../data/services.ts';
import { activityStatus } from '../../data/queries/activity.ts';

/** Records in the activity log that a link was opened, and its host, if the settings enable it. */
export function useRecordLinkClick(messageId: string): (target: string) => void {
  const { api } = useServices();
  const client = useQueryClient();
  async function record(target: string): Promise<void> {
    const { link_clicks } = await client.fetchQuery(activityStatus(api));
    const { hostname } = new URL(target);
    if (link_clicks && hostname) await api.activity.linkOpened({ message_id: messageId, host: hostname });
  }
  // The link opens in any case, and the reader needs no message about a failed log entry.
  return (target) => void record(target).catch(() => undefined);
}
