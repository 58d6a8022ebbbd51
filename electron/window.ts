import { BrowserWindow, dialog, shell } from 'electron';

/** The kinds of address that may leave for the system's browser or mail program. */
const outsideProtocols = ['http:', 'https:', 'mailto:'];

export type PageWindow = {
  window: BrowserWindow;
  /** Shows the page again, which is at `url` from now on. */
  show(url: string): void;
};

/** Opens the page at `url` in a window that can go nowhere else. */
export function openWindow(url: string): PageWindow {
  const window = new BrowserWindow({
    title: 'Posthorn',
    width: 1280,
    height: 840,
    minWidth: 360,
    minHeight: 480,
    backgroundColor: '#FBF8F2',
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
  });
  let { origin } = new URL(url);
  lockDown(window, () => origin);
  let loads = 0;
  const load = (address: string) => {
    const number = ++loads;
    void window.loadURL(address).catch((thrown: Error) => {
      // One that a newer one has cut short is no fault.
      if (number !== loads) return;
      dialog.showErrorBox('Posthorn could not show its page', `${thrown.message}. Quit Posthorn and start it again.`);
    });
  };
  load(url);
  return {
    window,
    show(next) {
      if (window.isDestroyed()) return;
      ({ origin } = new URL(next));
      load(sameView(window.webContents.getURL(), next));
    },
  };
}

/** The view that is open, at the page's new address. */
function sameView(shown: string, url: string): string {
  if (!URL.canParse(shown)) return url;
  const { pathname, search, hash } = new URL(shown);
  return new URL(pathname + search + hash, url).href;
}

function lockDown({ webContents }: BrowserWindow, ownOrigin: () => string): void {
  // Covers the main frame and the frames inside it; a message is shown in a frame whose address is about:srcdoc.
  webContents.on('will-frame-navigate', (event) => {
    if (event.url !== 'about:srcdoc' && originOf(event.url) !== ownOrigin()) event.preventDefault();
  });
  webContents.on('will-redirect', (event) => {
    if (originOf(event.url) !== ownOrigin()) event.preventDefault();
  });
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
  webContents.session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  webContents.session.setPermissionCheckHandler(() => false);
}

function openOutside(url: string): void {
  if (!URL.canParse(url) || !outsideProtocols.includes(new URL(url).protocol)) return;
  void shell.openExternal(url).catch((thrown: Error) => dialog.showErrorBox('The link did not open', thrown.message));
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
