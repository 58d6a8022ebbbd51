import type { HtmlImageAsset } from '../../../../daemon/contract/image-asset.ts';

/** Puts images that were fetched where the daemon's safe HTML names them. The rest keep their place empty. */
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

/** A quoted value as it was before the daemon wrote it. */
function plain(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
