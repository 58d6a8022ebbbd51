import type { HtmlImageAsset } from '../../../../daemon/contract/image-asset.ts';

/** Inserts fetched images where the daemon's safe HTML names them. The others stay placeholders. */
export function withImages(html: string, assets: readonly Pick<HtmlImageAsset, 'source' | 'data_url'>[]): string {
  const fetched = new Map(assets.flatMap(({ source, data_url }) => (data_url === null ? [] : [[source, data_url]])));
  if (fetched.size === 0) return html;
  return html.replace(/<img\b[^<>]*>/g, (tag) =>
    tag.replace(/ data-remote-src="([^"]*)"/, (placeholder, source: string) => {
      const found = fetched.get(plain(source));
      return found === undefined ? placeholder : ` src="${found}"`;
    }),
  );
}

/** Decodes an attribute value that the daemon has escaped. */
function plain(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
