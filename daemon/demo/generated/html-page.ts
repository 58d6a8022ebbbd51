import { escapeHtml, wrapParagraph } from '../encode.ts';

export type Block =
  | { kind: 'heading' | 'text' | 'small'; text: string }
  | { kind: 'image'; url: string; alt: string; width: number; height: number }
  | { kind: 'button'; text: string; url: string }
  | { kind: 'rows'; rows: [string, string][] };

export type PageStyle = {
  colour: string;
  brand: string;
  preheader?: string;
  footer: string;
  unsubscribe?: string;
  pixel?: string;
};

/** A page in the style of bulk mail: tables, inline styles, remote images, a tracking pixel at the end. */
export function htmlPage(
  { colour, brand, preheader, footer, unsubscribe, pixel }: PageStyle,
  blocks: readonly Block[],
): string {
  const hidden = preheader
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>\r\n`
    : '';
  const unsubscribeLink = unsubscribe
    ? ` <a href="${escapeHtml(unsubscribe)}" style="color:#5b646b">Unsubscribe</a>`
    : '';
  const trackingPixel = pixel
    ? `<img src="${escapeHtml(pixel)}" width="1" height="1" alt="" style="display:block">\r\n`
    : '';
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(brand)}</title></head>
<body style="margin:0;background:#f4f1ea;font-family:Figtree,Helvetica,Arial,sans-serif;color:#1d2327">
${hidden}<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="background:#ffffff;border-top:4px solid ${colour}">
<tr><td style="padding:20px 32px;font-size:14px;letter-spacing:1px;color:${colour}">${escapeHtml(brand)}</td></tr>
${blocks.map((block) => row(block, colour)).join('')}<tr><td style="padding:20px 32px;font-size:12px;color:#5b646b">${escapeHtml(footer)}${unsubscribeLink}</td></tr>
</table>
</td></tr></table>
${trackingPixel}</body></html>
`.replaceAll(/\r?\n/g, '\r\n');
}

/**
 * The same content as plain text, for the other part of the alternative. It has no headings, because the subject contains
 * them.
 */
export function plainPage({ brand, footer, unsubscribe }: PageStyle, blocks: readonly Block[]): string {
  const parts = blocks.flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'image') return [];
    if (block.kind === 'button') return `${block.text}: ${block.url}`;
    if (block.kind === 'rows') return block.rows.map(([left, right]) => `${left}: ${right}`).join('\r\n');
    return wrapParagraph(block.text);
  });
  const unsubscribeLine = unsubscribe ? `\r\nUnsubscribe: ${unsubscribe}` : '';
  return `${parts.join('\r\n\r\n')}\r\n\r\n--\r\n${brand}\r\n${footer}${unsubscribeLine}\r\n`;
}

function row(block: Block, colour: string): string {
  if (block.kind === 'image')
    return `<tr><td><img src="${escapeHtml(block.url)}" width="${block.width}" height="${block.height}" alt="${escapeHtml(block.alt)}" style="display:block;max-width:100%"></td></tr>\n`;
  if (block.kind === 'button')
    return `<tr><td style="padding:12px 32px"><a href="${escapeHtml(block.url)}" style="display:inline-block;background:${colour};color:#ffffff;padding:12px 20px;text-decoration:none;border-radius:6px">${escapeHtml(block.text)}</a></td></tr>\n`;
  if (block.kind === 'rows') return `<tr><td style="padding:8px 32px">${rowsTable(block.rows)}</td></tr>\n`;
  const size = {
    heading: 'font-size:22px;line-height:1.25;font-weight:600',
    text: 'font-size:16px;line-height:1.55',
    small: 'font-size:13px;color:#5b646b',
  };
  return `<tr><td style="padding:8px 32px;${size[block.kind]}">${escapeHtml(block.text)}</td></tr>\n`;
}

function rowsTable(rows: [string, string][]): string {
  const cells = rows.map(
    ([left, right]) =>
      `<tr><td style="padding:6px 0">${escapeHtml(left)}</td><td align="right">${escapeHtml(right)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" style="font-size:15px">${cells.join('\n')}</table>`;
}
