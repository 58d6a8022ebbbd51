import { htmlToText } from '../../text/html-to-text.ts';
import type { OutgoingBody } from './outgoing-message.ts';
import { markdownHtml, markdownTokens } from './markdown.ts';
import { plainText } from './plain-text.ts';
import { insertSignature } from './insert-signature.ts';

type RenderedBody = { text: string; html: string };

/**
 * The text and the HTML of a body, with its signature. The HTML of Markdown is a fragment; supplied HTML is unchanged,
 * scripts included, so every view must sanitize it.
 */
export function renderBody(body: OutgoingBody): RenderedBody {
  if (body.kind === 'html') {
    const { html, text } = body;
    return { text: text === null || text.trim() === '' ? htmlToText(html).text : text, html };
  }
  const tokens = markdownTokens(insertSignature(body.markdown, body.signature));
  return { text: plainText(tokens), html: markdownHtml(tokens) };
}

/** As `renderBody`, without the text, which takes as long again: for a preview during writing. */
export function renderBodyHtml(body: OutgoingBody): string {
  if (body.kind === 'html') return body.html;
  return markdownHtml(markdownTokens(insertSignature(body.markdown, body.signature)));
}

/**
 * A body as stored on a server to be edited later: Markdown as written, and without its signature, which is inserted
 * when the message is built.
 */
export function draftBody(body: OutgoingBody): RenderedBody {
  if (body.kind === 'html') return renderBody(body);
  return { text: body.markdown, html: renderBody({ ...body, signature: null }).html };
}

/** A generated HTML fragment as a document. */
export function htmlDocument(html: string): string {
  return `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n</head>\n<body>\n${html}</body>\n</html>\n`;
}

/** The content ids that HTML refers to, in lower case (RFC 2392). */
export function contentIdsIn(html: string): Set<string> {
  const found = html.matchAll(/\bcid:([^"'\s<>()]+)/gi);
  return new Set(Array.from(found, ([, name = '']) => percentDecoded(name.replaceAll('&amp;', '&')).toLowerCase()));
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A stray percent sign: the name is used as it stands.
    return name;
  }
}
