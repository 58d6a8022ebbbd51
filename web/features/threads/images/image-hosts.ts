import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { strings } from '../../../i18n/strings.ts';

type Images = Pick<MessageBody, 'remote_image_urls'>;

const maxNames = 3;

/** The parties that would learn that the message was opened: companies if they are known, else hosts. */
export function trackerNamesOf({ remote_image_urls }: Images): string[] {
  const names = [...new Set(remote_image_urls.filter(({ tracker }) => tracker).map(nameOf))];
  return names.length > maxNames ? [...names.slice(0, maxNames), strings.images.others] : names;
}

/** The hosts of a message's images, with the number of images and the trackers among them. */
export function hostsOf({ remote_image_urls }: Images): { host: string; count: number; names: string[] }[] {
  const byHost = Map.groupBy(remote_image_urls, ({ url }) => new URL(url).hostname);
  return [...byHost].map(([host, images]) => ({
    host,
    count: images.length,
    names: trackerNamesOf({ remote_image_urls: images }),
  }));
}

function nameOf({ url, tracker_name }: Images['remote_image_urls'][number]): string {
  return tracker_name ?? new URL(url).hostname;
}
