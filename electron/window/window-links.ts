/** The target of a link: the system's browser, a view of the page, or none. */
type LinkTarget = { to: 'outside'; url: string } | { to: 'page'; path: string } | { to: 'nowhere' };

/** Addresses that a browser, or a phone, opens. Any other scheme could start a program. */
const externalProtocols = ['http:', 'https:', 'tel:'];
const maxUrlLength = 32_000;

/**
 * The target of a link in the page, or in a message. Only harmless schemes are passed to the system. A mail address opens
 * the composer; `mailtoPath` gives the path for that.
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

/** The origin of an address; undefined for an opaque one, such as `data:`. */
export function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  return origin === 'null' ? undefined : origin;
}

/** Chromium's own viewer of PDF files: an extension that a frame of the page is navigated to. */
const pdfViewerOrigin = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/**
 * Whether an address may be loaded: the page's own origin and what it creates itself. `isFrame` is whether a frame inside
 * the page loads it.
 */
export function mayNavigate(
  url: string,
  { origin, isFrame }: { origin: string | undefined; isFrame: boolean },
): boolean {
  if (isFrame && (url === 'about:srcdoc' || url === 'about:blank' || url.startsWith(pdfViewerOrigin))) return true;
  // A file from a message that is opened as a page would have the rights of the page.
  if (url.startsWith('blob:') && !isFrame) return false;
  return origin !== undefined && originOf(url) === origin;
}

const pdfViewerUrls = [pdfViewerOrigin, 'chrome://resources/', 'chrome://pdf-viewer/'];

/** Whether a request of the window may be sent, whatever the page's policy says. */
export function mayLoad(
  url: string,
  { origin, hasDevTools }: { origin: string | undefined; hasDevTools: boolean },
): boolean {
  if (/^(data:|about:)/.test(url) || pdfViewerUrls.some((start) => url.startsWith(start))) return true;
  if (hasDevTools && /^(devtools|chrome-devtools):/.test(url)) return true;
  if (origin === undefined) return false;
  return originOf(url) === origin || originOf(url) === origin.replace(/^http/, 'ws');
}
