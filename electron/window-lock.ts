import { type BrowserWindow, type Session, type WebContents } from 'electron';
import { remedyIn } from './page-trouble-html.ts';
import type { Remedy } from './page-trouble.ts';
import { mayLoad, mayNavigate, originOf, targetOf } from './window-links.ts';

export type LockParts = {
  /** The page of the app's window; undefined while there is no window. */
  contents(): WebContents | undefined;
  /** Where the page is at this moment; undefined while there is none. */
  origin(): string | undefined;
  /** The path that writes a message to a mail address; undefined where it is none. */
  mailtoPath(url: string): string | undefined;
  /** Shows a path of the page. */
  open(path: string): void;
  openOutside(url: string): void;
  remedy(remedy: Remedy): void;
  /** Whether the app runs from source, where its developers may look inside. */
  hasTools: boolean;
  /** Whether a dictionary may be fetched. */
  mayFetchDictionary(): boolean;
};

/** Keeps a window at the page: nothing that a page or a mail says leads it elsewhere, or opens another window. */
export function lockWindow({ webContents }: BrowserWindow, parts: LockParts): void {
  holdNavigation(webContents, parts);
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    follow(url, parts);
    return { action: 'deny' };
  });
  webContents.on('certificate-error', (event, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
}

function holdNavigation(webContents: WebContents, parts: LockParts): void {
  // Covers the main frame and the frames inside it; a message is shown in a frame whose address is about:srcdoc.
  webContents.on('will-frame-navigate', (event) => {
    const isFrame = !event.isMainFrame;
    if (mayNavigate(event.url, { origin: parts.origin(), isFrame })) return;
    event.preventDefault();
    const isCard = webContents.getURL().startsWith('data:');
    const remedy = remedyIn(event.url);
    if (remedy && isCard && !isFrame) parts.remedy(remedy);
    else if (!isCard && !isFrame) follow(event.url, parts);
  });
  webContents.on('will-redirect', (event) => {
    const origin = parts.origin();
    if (origin === undefined || originOf(event.url) !== origin) event.preventDefault();
  });
}

function follow(url: string, parts: LockParts): void {
  const target = targetOf(url, { origin: parts.origin(), mailtoPath: parts.mailtoPath });
  if (target.to === 'page') parts.open(target.path);
  if (target.to === 'outside') parts.openOutside(target.url);
}

/** Takes from all pages of the session what the page does not need, before there is one. */
export function lockSession(session: Session, parts: LockParts): void {
  denyRights(session, parts);
  blockRequests(session, parts);
}

/** The one right the page has is to put text on the clipboard, which its copy buttons do. */
function denyRights(session: Session, { contents, origin }: LockParts): void {
  const isGranted = (permission: string, asking: WebContents | null, asker: string | undefined) =>
    permission === 'clipboard-sanitized-write' &&
    asking !== null &&
    asking.id === contents()?.id &&
    asker !== undefined &&
    origin() !== undefined &&
    originOf(asker) === origin();
  session.setPermissionRequestHandler((asking, permission, decide, details) => {
    decide(details.isMainFrame && isGranted(permission, asking, details.requestingUrl));
  });
  session.setPermissionCheckHandler((asking, permission, asker) => isGranted(permission, asking, asker));
  session.setDevicePermissionHandler(() => false);
}

/** Dictionaries are fetched by the app itself, for no page, where the person has asked for that. */
const dictionary = /^https:\/\/[\w.-]+\.gvt1\.com\/[^?#]*\.bdic(?:[?#]|$)/;

/** Beside the policy that the page comes with: whatever it says, nothing leaves for another place. */
function blockRequests(session: Session, { origin, hasTools, mayFetchDictionary }: LockParts): void {
  session.webRequest.onBeforeRequest((details, decide) => {
    const isDictionary = details.webContentsId === undefined && dictionary.test(details.url) && mayFetchDictionary();
    decide({ cancel: !isDictionary && !mayLoad(details.url, { origin: origin(), hasTools }) });
  });
}
