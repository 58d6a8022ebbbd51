import { BrowserWindow, dialog, shell } from 'electron';

/** The kinds of address that may leave for the system's browser or mail program. */
const outsideProtocols = ['http:', 'https:', 'mailto:'];

/** Opens the page at `url` in a window that can go nowhere else. */
export function openWindow(url: string): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Posthorn',
    width: 1280,
    height: 840,
    minWidth: 360,
    minHeight: 480,
    backgroundColor: '#FBF8F2',
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
  });
  lockDown(window, new URL(url).origin);
  void window.loadURL(url).catch((thrown: Error) => {
    dialog.showErrorBox('Posthorn could not show its page', `${thrown.message}. Quit Posthorn and start it again.`);
  });
  return window;
}

function lockDown({ webContents }: BrowserWindow, origin: string): void {
  // Covers the main frame and the frames inside it; a message is shown in a frame whose address is about:srcdoc.
  webContents.on('will-frame-navigate', (event) => {
    if (event.url !== 'about:srcdoc' && originOf(event.url) !== origin) event.preventDefault();
  });
  webContents.on('will-redirect', (event) => {
    if (originOf(event.url) !== origin) event.preventDefault();
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
