import { type BrowserWindow, type Session, type WebContents } from 'electron';
import type { RepairChoice } from '../daemon-process/utility-protocol.ts';
import { parseRemedyUrl } from './status-card-html.ts';
import type { Remedy } from './status-card.ts';
import { mayLoad, mayNavigate, originOf, linkTarget } from './window-links.ts';

export type WindowSecurityDeps = {
  /** Whether it is a window of the app. */
  isOwn(contents: WebContents): boolean;
  /** The current address of the page; undefined while there is none. */
  origin(): string | undefined;
  /** The path of the composer for a mail address; undefined if it is not one. */
  mailtoPath(url: string): string | undefined;
  /** Shows a path of the page. */
  open(path: string): void;
  openExternally(url: string): void;
  applyRemedy(remedy: Remedy | RepairChoice): void;
  /** Whether the app runs from source, where developer tools are allowed. */
  hasDevTools: boolean;
  /** Whether a dictionary may be fetched. */
  mayFetchDictionary(): boolean;
};

/** Keeps a window at the page: neither a page nor a message can navigate it elsewhere, or open another window. */
export function secureWindow({ webContents }: BrowserWindow, deps: WindowSecurityDeps): void {
  guardNavigation(webContents, deps);
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    followLink(url, deps);
    return { action: 'deny' };
  });
  webContents.on('certificate-error', (event, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
}

function guardNavigation(webContents: WebContents, deps: WindowSecurityDeps): void {
  // Covers the main frame and the frames inside it; a message is shown in a frame whose address is about:srcdoc.
  webContents.on('will-frame-navigate', (event) => {
    const isFrame = !event.isMainFrame;
    if (mayNavigate(event.url, { origin: deps.origin(), isFrame })) return;
    event.preventDefault();
    const isCard = webContents.getURL().startsWith('data:');
    const remedy = parseRemedyUrl(event.url);
    if (remedy && isCard && !isFrame) deps.applyRemedy(remedy);
    else if (!isCard && !isFrame) followLink(event.url, deps);
  });
  webContents.on('will-redirect', (event) => {
    const origin = deps.origin();
    if (origin === undefined || originOf(event.url) !== origin) event.preventDefault();
  });
}

function followLink(url: string, deps: WindowSecurityDeps): void {
  const target = linkTarget(url, { origin: deps.origin(), mailtoPath: deps.mailtoPath });
  if (target.to === 'page') deps.open(target.path);
  if (target.to === 'outside') deps.openExternally(target.url);
}

/** Removes permissions that the page does not need from all pages of the session, before there is one. */
export function secureSession(session: Session, deps: WindowSecurityDeps): void {
  denyPermissions(session, deps);
  blockRequests(session, deps);
}

/** The only permission of the page is to write text to the clipboard, for its copy buttons. */
function denyPermissions(session: Session, { isOwn, origin }: WindowSecurityDeps): void {
  const isGranted = (permission: string, requester: WebContents | null, requestingUrl: string | undefined) =>
    permission === 'clipboard-sanitized-write' &&
    requester !== null &&
    isOwn(requester) &&
    requestingUrl !== undefined &&
    origin() !== undefined &&
    originOf(requestingUrl) === origin();
  session.setPermissionRequestHandler((requester, permission, decide, details) => {
    decide(details.isMainFrame && isGranted(permission, requester, details.requestingUrl));
  });
  session.setPermissionCheckHandler((requester, permission, requestingUrl) =>
    isGranted(permission, requester, requestingUrl),
  );
  session.setDevicePermissionHandler(() => false);
}

/** The app itself fetches dictionaries, for no page, if the user has enabled that. */
const dictionaryUrl = /^https:\/\/[\w.-]+\.gvt1\.com\/[^?#]*\.bdic(?:[?#]|$)/;

/** In addition to the policy of the page: whatever it says, no request goes to another origin. */
function blockRequests(session: Session, { origin, hasDevTools, mayFetchDictionary }: WindowSecurityDeps): void {
  session.webRequest.onBeforeRequest((details, decide) => {
    const isDictionary = details.webContentsId === undefined && dictionaryUrl.test(details.url) && mayFetchDictionary();
    decide({ cancel: !isDictionary && !mayLoad(details.url, { origin: origin(), hasDevTools }) });
  });
}
