/** Where a link leads: to the system's browser, to a view of the page, or nowhere. */
export type LinkTarget = { to: 'outside'; url: string } | { to: 'page'; path: string } | { to: 'nowhere' };

/** What a browser, or a telephone, opens. Any other kind of address could start a program. */
const externalProtocols = ['http:', 'https:', 'tel:'];
const maxUrlLength = 32_000;

/**
 * Where a link of the page, or of a mail in it, leads. Only what is harmless leaves for the system. A mail
 * address opens a message in the page; `mailtoPath` gives the path for that.
 */
export function linkTarget(
  url: string,
  { origin, mailtoPath }: { origin: string | undefined; mailtoPath(url: string): string | undefined },
): LinkTarget {
  if (url.length > maxUrlLength || !URL.canParse(url)) return { to: 'nowhere' };
  const { protocol, origin: to, pathname, search, hash, href } = new URL(url);
  if (protocol === 'mailto:') {
    const path = mailtoPath(href);
    return path === undefined ? { to: 'nowhere' } : { to: 'page', path };
  }
  if (!externalProtocols.includes(protocol)) return { to: 'nowhere' };
  return to === origin ? { to: 'page', path: pathname + search + hash } : { to: 'outside', url: href };
}

/** The origin of an address; undefined for one that has none, such as `data:`. */
export function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  return origin === 'null' ? undefined : origin;
}

/**
 * Whether what is loaded may be: the page's own origin and what it makes itself. `isFrame` is whether a frame inside the
 * page loads it.
 */
export function mayNavigate(
  url: string,
  { origin, isFrame }: { origin: string | undefined; isFrame: boolean },
): boolean {
  if (isFrame && (url === 'about:srcdoc' || url === 'about:blank')) return true;
  // A file out of a mail that is opened as a page would have the rights of the page.
  if (url.startsWith('blob:') && !isFrame) return false;
  return origin !== undefined && originOf(url) === origin;
}

/** Chromium's own viewer of PDF files, which a frame of the page shows them with. */
const pdfViewerUrls = [
  'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/',
  'chrome://resources/',
  'chrome://pdf-viewer/',
];

/** Whether a request of the window may go out at all, whatever the page's policy says. */
export function mayLoad(
  url: string,
  { origin, hasDevTools }: { origin: string | undefined; hasDevTools: boolean },
): boolean {
  if (/^(data:|about:)/.test(url) || pdfViewerUrls.some((start) => url.startsWith(start))) return true;
  if (hasDevTools && /^(devtools|chrome-devtools):/.test(url)) return true;
  if (origin === undefined) return false;
  return originOf(url) === origin || originOf(url) === origin.replace(/^http/, 'ws');
}
