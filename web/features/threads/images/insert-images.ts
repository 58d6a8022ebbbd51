import type { MessageBody } from '../../../../daemon/contract/body.ts';
import type { HtmlImageAsset } from '../../../../daemon/contract/image-asset.ts';

type RemoteImage = MessageBody['remote_image_urls'][number];

/**
 * Inserts fetched images where the daemon's safe HTML names them. The others stay placeholders; those of trackers are
 * marked, and not shown.
 */
export function withImages(
  html: string,
  assets: readonly Pick<HtmlImageAsset, 'source' | 'data_url'>[],
  remote: readonly Pick<RemoteImage, 'url' | 'tracker'>[],
): string {
  const fetched = new Map(assets.flatMap(({ source, data_url }) => (data_url === null ? [] : [[source, data_url]])));
  const trackers = new Set(remote.flatMap(({ url, tracker }) => (tracker ? [url] : [])));
  if (fetched.size === 0 && trackers.size === 0) return html;
  return html.replace(/<img\b[^<>]*>/g, (tag) =>
    tag.replace(/ data-remote-src="([^"]*)"/, (placeholder, source: string) => {
      const address = plain(source);
      const found = fetched.get(address);
      if (found !== undefined) return ` src="${found}"`;
      return trackers.has(address) ? `${placeholder} data-tracker` : placeholder;
    }),
  );
}

/** Decodes an attribute value that the daemon has escaped. */
function plain(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
