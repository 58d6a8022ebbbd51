import type { RequestHandler } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiHeaders } from '../http/responses.ts';
import { ownRoutes } from '../own-routes.ts';
import { HttpRefusal } from '../http/problem.ts';

/** The page, rendered once, and what it may load: only its own contents. */
type Page = { bytes: Buffer; policy: string };

/**
 * The viewer of the OpenAPI document as one page of HTML. Script, style and document are part of it, so it requests nothing
 * that needs the token. `document` gives the OpenAPI document as JSON. Throws 503 if the viewer has not been built into
 * `webRoot`.
 */
export function docsRoute({
  webRoot,
  document,
}: {
  webRoot?: string;
  document: () => Promise<string>;
}): RequestHandler {
  let page: Page | undefined;
  return async (_request, response) => {
    page ??= pageOf(readViewer(webRoot), await document());
    response.writeHead(200, {
      ...apiHeaders,
      'content-security-policy': page.policy,
      'content-type': 'text/html; charset=utf-8',
      'content-length': page.bytes.length,
    });
    response.end(page.bytes);
  };
}

type Viewer = { script: string; style: string };

function readViewer(webRoot: string | undefined): Viewer {
  if (webRoot === undefined) throw notBuilt();
  const read = (name: string) => readFileSync(join(webRoot, 'viewer', name), 'utf8');
  try {
    return { script: read('viewer.js'), style: read('viewer.css') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw notBuilt();
    throw error;
  }
}

function notBuilt(): HttpRefusal {
  return new HttpRefusal(
    503,
    'viewer_not_built',
    'This copy of Posthorn has no API viewer yet. Run "npm run build". ' +
      `The same document is available at ${ownRoutes.openapi.http}.`,
  );
}

function pageOf(viewer: Viewer, document: string): Page {
  const script = escapeScript(viewer.script);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(viewer.style)}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The API · Posthorn</title>
<link rel="icon" href="data:,">
<style>${viewer.style}</style>
</head>
<body>
<div id="root"></div>
<noscript>This page needs JavaScript. The same document is available at ${ownRoutes.openapi.http}.</noscript>
<script type="application/json" id="document">${escapeJsonForHtml(document)}</script>
<script>${script}</script>
</body>
</html>
`;
  return { bytes: Buffer.from(html), policy };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** No text of the document can end its element: JSON may write any character as an escape. */
function escapeJsonForHtml(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/** Text that would end a script element or hide its end (HTML, 13.2.5.17) can only be in a string or an expression. */
function escapeScript(source: string): string {
  return source.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '\\x3c!--');
}
