import type { RepairChoice } from '../daemon-process/utility-protocol.ts';
import { remedies, remedyLabels, type StatusCard, type Remedy } from './status-card.ts';
import { escapeHtml, repairCss, repairHtml } from './repair-html.ts';

/** Not an address of the system: the window handles a click on it as a request for that remedy. */
const remedyScheme = 'posthorn-remedy:';

/**
 * The address of a card: it contains the whole document, so that it is available without the daemon, and reads no file. It
 * has no script and loads nothing.
 */
export function cardUrl(card: StatusCard): string {
  return card.lastView ?? `data:text/html;charset=utf-8,${encodeURIComponent(cardHtml(card))}`;
}

/** What a click on a card requests: a remedy, or a repair. */
export function parseRemedyUrl(url: string): Remedy | RepairChoice | undefined {
  if (!url.startsWith(remedyScheme)) return undefined;
  const [word = '', id = '', backup = '', ...rest] = url.slice(remedyScheme.length).split('/');
  if (rest.length > 0) return undefined;
  if (word !== 'repair') return remedies.find((each) => each === word);
  switch (id) {
    case 'restore':
      return /^\w[\w.-]{0,199}$/.test(backup) ? { id, backup } : undefined;
    case 'salvage':
    case 'start_over':
    case 'retry':
    case 'settings':
      return { id };
    default:
      return undefined;
  }
}

function cardHtml(card: StatusCard): string {
  const { tone, title, text, reason, remedies: offered, repair, percent } = card;
  const buttons = offered.map((remedy, index) => {
    const className = index === 0 && tone === 'trouble' && !repair ? ' class="first"' : '';
    return `<a href="${remedyScheme}${remedy}"${className}>${remedyLabels[remedy]}</a>`;
  });
  const showsReason = reason !== undefined && !text.includes(reason);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${tone === 'calm' ? 'Posthorn' : `Posthorn: ${escapeHtml(title)}`}</title>
<style>${cardCss}${repair ? repairCss : ''}</style>
</head>
<body class="${tone}${repair ? ' repair' : ''}">
<main>
${logoSvg}
<div role="${tone === 'calm' ? 'status' : 'alert'}">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</div>
${percent === undefined ? '' : `<progress aria-label="${escapeHtml(title)}" max="100"${percent === null ? '' : ` value="${percent}"`}></progress>`}
${repair ? repairHtml(repair, remedyScheme) : ''}
${showsReason ? `<p class="reason">${escapeHtml(reason)}</p>` : ''}
${buttons.length > 0 ? `<nav aria-label="What you can do">${buttons.join('\n')}</nav>` : ''}
</main>
</body>
</html>`;
}

const logoSvg = `<svg viewBox="0 0 28 24" fill="none" stroke="currentColor" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M1.2 10.5h16.6A8 8 0 1 1 10 4.5c3.8 0 6.9 2.5 7.8 6"/><path d="M10 4.5h8c3 0 5-1.2 7-3.5v15c-1.8-2.8-4-5-7-5.5"/></svg>`;

const cardCss = `
:root { color-scheme: light dark; --paper: light-dark(#fbf8f2, #14181a); --sheet: light-dark(#ffffff, #1b2124); --edge: light-dark(#e7e0d3, #2c3438); --line: light-dark(#8c8473, #7c868b); --ink: light-dark(#1d2327, #ede8de); --ink-soft: light-dark(#5b646b, #a9b0b0); --brass: light-dark(#8a5a10, #e0b25a); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 32px 24px; background: var(--paper); color: var(--ink); font: 15px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 520px; }
svg { width: 56px; height: 48px; color: var(--brass); margin-left: -2px; }
h1 { margin: 20px 0 8px; font-size: 26px; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
p { margin: 0 0 16px; color: var(--ink-soft); }
.reason { max-height: 40vh; overflow: auto; padding: 12px 14px; border: 1px solid var(--edge); border-radius: 8px; background: var(--sheet); color: var(--ink); font-size: 14px; white-space: pre-wrap; user-select: text; }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px; }
a { display: inline-flex; align-items: center; min-height: 40px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: var(--ink); font-weight: 550; text-decoration: none; user-select: none; }
a.first { border-color: var(--brass); background: var(--brass); color: var(--paper); }
a:hover { border-color: var(--ink); }
a:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
.calm main { text-align: center; }
.calm main:not(:has(progress)) { animation: appear 200ms 150ms both; }
progress { width: 100%; accent-color: var(--brass); }
@keyframes appear { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .calm main:not(:has(progress)) { animation: none; } }
`;
