import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeHtml } from './repair-html.ts';
import type { StoredView } from './last-view.ts';

/** Chromium refuses to open longer addresses. */
const maxUrlLength = 1_900_000;

type ViewOptions = {
  /** The folder of the built page. */
  pageFolder: string;
  now: Date;
};

/**
 * The address of a document that looks as the list did. It has no script, loads nothing, and nothing in it can be used.
 * Undefined if the page was built anew since: its style sheets have other names then.
 */
export function lastViewUrl(view: StoredView, options: ViewOptions): string | undefined {
  const css = readStyles(view.styles, options.pageFolder);
  if (css === undefined) return undefined;
  const html = Buffer.from(documentOf(view, css, options.now));
  const url = `data:text/html;charset=utf-8;base64,${html.toString('base64')}`;
  return url.length <= maxUrlLength ? url : undefined;
}

function documentOf({ attributes, notice, html, storedAt }: StoredView, css: string, now: Date): string {
  const attributeText = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  // “Today” and a time without a day are wrong on another day.
  const isOtherDay = new Date(storedAt).toDateString() !== now.toDateString();
  const reason = escapeHtml(notice);
  return `<!doctype html>
<html${attributeText}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<meta name="viewport" content="width=device-width">
<title>Posthorn</title>
<style>${css.replaceAll('</', '<\\/')}</style>
<style>${startingCss}${isOtherDay ? otherDayCss : ''}</style>
</head>
<body>
<p class="posthorn-starting" role="status">${reason}</p>
<div inert>${html}</div>
<div class="posthorn-shield" title="${reason}"></div>
</body>
</html>`;
}

const startingCss = `
.posthorn-starting { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.posthorn-shield { position: fixed; inset: 0; z-index: 2147483647; cursor: progress; }
`;
const otherDayCss = `main time, main ul h2, main [data-moment] { visibility: hidden; }`;

/** An address in a style sheet, and the format of a typeface. */
const source = /url\(([^)]*)\)(\s*format\([^)]*\))?/g;

/** The style sheets with their typefaces inside; undefined if one is not there. */
function readStyles(styles: readonly string[], pageFolder: string): string | undefined {
  try {
    return styles
      .map((path) => readFileSync(join(pageFolder, 'assets', basename(path)), 'utf8'))
      .map((css) =>
        css.replaceAll(source, (_all, address: string, format = '') => inlined(address, format, pageFolder)),
      )
      .join('\n');
  } catch {
    return undefined;
  }
}

/**
 * Only the typeface of the page itself: others are of mail, or of languages that its texts rarely use. In their place is one of
 * the system that has no name, so that nothing is loaded.
 */
function inlined(address: string, format: string, pageFolder: string): string {
  const name = basename(address.replaceAll(/["']/g, ''));
  if (!/^figtree-latin-wght-normal-[\w-]+\.woff2$/.test(name)) return 'local("")';
  const font = readFileSync(join(pageFolder, 'assets', name));
  return `url(data:font/woff2;base64,${font.toString('base64')})${format}`;
}
