import { withMessageLinks, type LinkOptions } from './links/message-links.ts';

/**
 * The document of a mail frame. `html` has passed the daemon's allow-list. The frame has no scripts and no origin of its
 * own, and this policy allows only styles and images that came with the message. Links open in a new tab. `isTall` is set if the frame is taller than
 * the window, so that its end may not be visible.
 */
export function frameDocument(
  html: string,
  { isTall = false, ...links }: LinkOptions & { isTall?: boolean } = {},
): string {
  return `<!doctype html>
<html lang="und"${isTall ? ' data-tall' : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<base target="_blank">
<style>${style}</style>
</head>
<body dir="auto">${rewriteLocalLinks(withMessageLinks(html, links))}</body>
</html>`;
}

/** A bare `#name` would point into the page around the frame, because the frame's document inherits its address. */
function rewriteLocalLinks(html: string): string {
  return html.replace(/(<a(?:rea)?(?: [^<>]*)? href=")#/g, '$1about:srcdoc#');
}

/** The permissions of the frame (its `sandbox` attribute). */
export const frameRights = 'allow-popups allow-popups-to-escape-sandbox';

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const style = `
:root { color-scheme: light; background: #fff; }
body { margin: 0; padding: 16px 20px; color: #1d2327; font: 15px/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
img, video, table { max-width: 100%; }
img:not([data-remote-src]) { height: auto; }
img[data-remote-src] { display: inline-block; box-sizing: border-box; min-width: 12px; min-height: 12px; padding: 2px 6px; border: 1px dashed #8c8473; border-radius: 4px; background: #f7f3ea; color: #5b646b; font: 13px/1.5 system-ui, sans-serif; }
img[data-remote-src]:is([width="0"], [width="1"], [width="2"], [height="0"], [height="1"], [height="2"]) { display: none; }
a { color: #8a5a10; }
a[href], a[href] * { unicode-bidi: plaintext !important; }
a[data-link-mismatch]::after { all: initial !important; content: " (" attr(data-link-mismatch) ")" !important; padding: 0 4px !important; border-radius: 4px !important; background: #fdecea !important; color: #8f2116 !important; font: 600 12px/1.5 system-ui, sans-serif !important; overflow-wrap: anywhere !important; unicode-bidi: isolate !important; direction: ltr !important; }
html body a[href]:not([href^="about:"]):is(:hover, :focus-visible, :active)::before { all: initial !important; content: attr(href) !important; position: fixed !important; inset: auto auto 0 0 !important; z-index: 2147483647 !important; display: block !important; box-sizing: border-box !important; max-width: 100% !important; padding: 4px 10px !important; overflow: hidden !important; border: 1px solid #e7e0d3 !important; border-radius: 0 8px 0 0 !important; background: #fbf8f2 !important; color: #4d565c !important; font: 400 12px/1.5 ui-monospace, monospace !important; overflow-wrap: anywhere !important; max-height: 100px !important; unicode-bidi: isolate !important; direction: ltr !important; pointer-events: none !important; }
html body a[href][data-removed]:is(:hover, :focus-visible, :active)::before { content: attr(href) " · " attr(data-removed) !important; }
html[data-tall] body a[href]:is(:hover, :focus-visible, :active)::before { inset: auto auto auto 0 !important; margin-top: 24px !important; border-radius: 0 8px 8px 0 !important; }
@media (max-width: 620px) {
  table, td, th { width: auto !important; max-width: 100% !important; }
  img[data-remote-src] { width: auto !important; height: auto !important; max-width: 220px; }
}
blockquote { margin: 12px 0; padding: 0 0 0 14px; border-left: 2px solid #e7e0d3; color: #5b646b; }
pre { white-space: pre-wrap; }
`;

// Measured on newsletters, receipts and personal mail: in a wide window nine of ten fit without a scroll bar.
const characterWidthPx = 9.2;
const lineHeightPx = 24;
const paragraphGapPx = 18;
const paddingPx = 56;
const tablePaddingPx = 36;
const heightFactor = 1.08;
const blocks = /<\/?(?:p|div|tr|li|ul|ol|h[1-6]|table|blockquote|pre|hr|br)\b[^>]*>/gi;

/**
 * Estimates the height of a message in pixels, for a frame of a width in pixels. The frame cannot be measured, because it
 * shares no origin with the page and runs no script. This counts text and images of the markup without rendering it.
 * `hasImages` is set if images are shown.
 */
export function estimateHeight(html: string, width: number, hasImages = false): number {
  const charactersPerLine = Math.max(20, Math.min(width, 760) / characterWidthPx);
  const markup = html
    .replace(/<(style|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(blocks, '\n');
  const paragraphs = markup
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((text) => text.trim())
    .filter(Boolean);
  const text = paragraphs.reduce(
    (sum, { length }) => sum + Math.ceil(length / charactersPerLine) * lineHeightPx + paragraphGapPx,
    0,
  );
  const images = [...html.matchAll(/<img\b[^>]*>/gi)].reduce((sum, [tag]) => sum + imageHeight(tag, hasImages), 0);
  const tables = html.match(/<table\b/gi)?.length ?? 0;
  return Math.ceil((paddingPx + text + images + tables * tablePaddingPx) * heightFactor);
}

/** An image that is not shown is replaced by its alternative text. */
function imageHeight(tag: string, isShown: boolean): number {
  const stated = /\bheight\s*[=:]\s*["']?(\d+)/i.exec(tag)?.[1];
  return stated === undefined ? (isShown ? 180 : 40) : Math.min(Number(stated), 600);
}
