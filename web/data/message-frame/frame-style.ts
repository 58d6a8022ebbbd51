/** `ImageOff` of the page's icons, as the page draws it: in the text colour of light and of dark mail. */
const blockedIcon = (colour: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='18' height='18' viewBox='0 0 24 24' fill='none' stroke='%23${colour}' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m2 2 20 20M10.4 10.4a2 2 0 1 1-2.8-2.8M13.5 13.5 6 21M18 12l3 3M3.6 3.6A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.6 0 1-.2 1.4-.6M21 15V5a2 2 0 0 0-2-2H9'/%3E%3C/svg%3E")`;

/**
 * The styles of a message frame. Its attributes are a `MessageLook`: what the message leaves open looks like the page, and
 * what it states stays. `--inset-start` and `--inset-end` are the distances of the page's text from the edges of the frame.
 */
export const frameStyle = `
:root { color-scheme: light; background: var(--sheet, #fff); --tile-icon: ${blockedIcon('5b646b')}; }
:root[data-shade="dark"], :root[data-shade="adapted"] { color-scheme: dark; }
:root[data-shade="dark"] { --tile-icon: ${blockedIcon('a9b0b0')}; }
body { color: var(--ink, #1d2327); font: 400 1rem/normal system-ui, sans-serif; overflow-wrap: break-word; }
:root[data-shade="adapted"] body { color-scheme: light; filter: invert(1) hue-rotate(180deg); }
:root[data-shade="adapted"] img[src] { filter: invert(1) hue-rotate(180deg); }
:root[data-face="page"] body { font-family: var(--face-reading, Georgia, serif); }
:root[data-layout="text"] body { font-size: 1.125rem; line-height: 1.55; }
:root[data-layout="text"] body { padding: 20px calc(var(--inset-end, 20px)) 24px calc(var(--inset-start, 20px)); }
:root[data-layout="text"][data-face="own"] body { font-size: 1rem; line-height: 1.5; }
:root[data-layout="text"] body > :first-child { margin-top: 0; }
:root[data-layout="text"] body > :last-child { margin-bottom: 0; }
:root[data-layout="text"] :is(p, li, dd, h1, h2, h3, h4, h5, h6, blockquote, pre) { max-width: 44rem; }
img, video, table, td, th { max-width: 100%; }
img:not([data-remote-src]) { height: auto; }
img[data-remote-src] { position: relative; display: inline-block; box-sizing: border-box; height: auto; overflow: hidden; border: 0; background: var(--tile); vertical-align: middle; }
img[data-remote-src][height] { min-height: 0; }
img[data-remote-src]:not([width]):not([style*="width"]) { min-width: 40px; padding: 8px 12px; }
img[data-remote-src]:not([height]):not([style*="height"]) { min-height: 56px; }
img[data-remote-src]::before { all: initial; color-scheme: inherit; position: absolute; inset: 0; box-sizing: border-box; display: grid; align-content: safe center; justify-items: center; padding: 4px 8px; overflow: hidden; background: var(--tile); color: var(--ink-soft); font: 500 14px/20px var(--face, system-ui, sans-serif); text-align: center; white-space: pre-line; overflow-wrap: anywhere; content: var(--tile-icon) / ""; }
img[data-remote-src][alt]:not([alt=""])::before { content: var(--tile-icon) "\\A" attr(alt); }
img[data-remote-src]:is([data-tracker], [width="0"], [width="1"], [width="2"], [height="0"], [height="1"], [height="2"]) { display: none; }
a { color: var(--brass, #8a5a10); }
a[href], a[href] * { unicode-bidi: plaintext !important; }
a[data-link-mismatch]::after { all: initial !important; content: " (" attr(data-link-mismatch) ")" !important; padding: 0 4px !important; border-radius: 4px !important; background: #fdecea !important; color: #8f2116 !important; font: 600 12px/1.5 system-ui, sans-serif !important; overflow-wrap: anywhere !important; unicode-bidi: isolate !important; direction: ltr !important; }
blockquote { margin: 12px 0; padding: 0 0 0 16px; border-left: 2px solid var(--edge, #e7e0d3); color: var(--ink-soft, #5b646b); }
pre { white-space: pre-wrap; }
:focus-visible { outline: 2px solid var(--brass, #8a5a10); outline-offset: 2px; }
`;
