import { useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../data/services.ts';
import { activityStatus } from '../../data/queries/activity.ts';

/** Tells the activity log that a link of a message is opened, and to which host; only where the settings want it kept. */
export function useRecordLinkClick(messageId: string): (target: string) => void {
  const { api } = useServices();
  const client = useQueryClient();
  async function record(target: string): Promise<void> {
    const { link_clicks } = await client.fetchQuery(activityStatus(api));
    const { hostname } = new URL(target);
    if (link_clicks && hostname) await api.activity.linkOpened({ message_id: messageId, host: hostname });
  }
  // The link is followed whatever becomes of this, and a log that cannot be reached is no news for who reads mail.
  return (target) => void record(target).catch(() => undefined);
}
