import { withMessageLinks, type LinkOptions } from '../links/message-links.ts';
import { frameStyle } from './frame-style.ts';
import type { MessageLook } from './message-look.ts';

/** The permissions of the frame (its `sandbox` attribute). Scripts are never among them. */
export const frameRights = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Inline, because styles of the message cannot override it. The content decides the height, and the page scrolls; only
 * content that is too wide is scrolled in the frame.
 */
const rootStyle = important(
  'height:auto; min-height:0; max-height:none; margin:0; padding:0; border:0; overflow-x:auto; overflow-y:hidden',
);
const bodyStyle = important(
  'display:flow-root; position:static; float:none; width:auto; min-width:0; max-width:none; height:auto; min-height:0; max-height:none; margin:0; overflow:visible; column-count:auto; column-width:auto; writing-mode:horizontal-tb',
);

function important(declarations: string): string {
  return declarations
    .split('; ')
    .map((each) => `${each}!important`)
    .join(';');
}

type FrameOptions = {
  look: MessageLook;
  /** Rules of the page that the frame repeats: its colours and its typeface. */
  pageStyle?: string;
};

/**
 * The document of a message frame. `html` has passed the daemon's allow-list and `messageMarkup`. The frame runs no
 * scripts, and this policy allows only styles and images that came with the message, and the typeface of the page. Links
 * open in a new tab.
 */
export function frameDocument(html: string, { look, pageStyle = '' }: FrameOptions): string {
  return `<!doctype html>
<html lang="und" data-shade="${look.shade}" data-layout="${look.layout}" data-face="${look.face}" style="${rootStyle}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<base target="_blank">
<style>${pageStyle}${frameStyle}</style>
</head>
<body dir="auto" style="${bodyStyle}">${html}</body>
</html>`;
}

/** The HTML of a message with its links as the options say. */
export function messageMarkup(html: string, links: LinkOptions = {}): string {
  return rewriteLocalLinks(withMessageLinks(html, links));
}

/** A bare `#name` would point into the page around the frame, because the frame's document inherits its address. */
function rewriteLocalLinks(html: string): string {
  return html.replace(/(<a(?:rea)?(?: [^<>]*)? href=")#/g, '$1about:srcdoc#');
}
