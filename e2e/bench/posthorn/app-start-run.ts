import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import '../../../electron/fake/register.ts';
import { lastViewFile, removeLastView } from '../../../electron/last-view-file.ts';
import type { Home } from '../../daemon-process.ts';

const { app, ipcMain, newDesktop } = await import('../../../electron/fake/electron.ts');
const { runDesktop } = await import('../../../electron/desktop.ts');
const { openShell } = await import('../../../electron/shell/shell.ts');

const project = join(import.meta.dirname, '../../..');

/** Milliseconds since the start of the app. */
export type AppStart = {
  /** Until rows are painted: those of the last list, if it is shown. */
  firstListMs: number;
  /** Until the rows of the page are painted. */
  pageListMs: number;
};

/** Runs in each document of the window: says when rows are painted. */
const watchRows = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-thread]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => painted(location.protocol)));
  }).observe(document, { childList: true, subtree: true });
  window.posthorn = new Proxy({ version: '0.1.0', platform: 'linux', attachmentUses: [], onOpen: () => () => undefined }, {
    get: (own, name) => own[name] ?? ((...words) => askApp(name, ...words)),
  });`;

/** Starts the app and quits it. `keepsList` is whether it may show the list of the last time. */
export async function startAppRun(
  browser: Browser,
  { configDir, dataDir }: Home,
  { keepsList }: { keepsList: boolean },
): Promise<AppStart> {
  const stateFolder = join(dataDir, 'desktop');
  if (!keepsList) removeLastView(stateFolder);
  mkdirSync(stateFolder, { recursive: true });
  // The window opens at the list of all mail, as if it had shown that last.
  writeFileSync(join(stateFolder, 'window.json'), JSON.stringify({ path: '/all' }));
  const before = { ...process.env };
  Object.assign(process.env, {
    SVC_CONFIG_DIR: configDir,
    SVC_DATA_DIR: dataDir,
    SVC_SOCKET_PATH: join(dataDir, 'app.sock'),
    SVC_KEYCHAIN: 'off',
  });
  const desktop = newDesktop();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const screen = await context.newPage();
  const painted: { protocol: string; at: number }[] = [];
  await screen.exposeFunction('painted', (protocol: string) => painted.push({ protocol, at: performance.now() }));
  const contents = () => desktop.windows[0]!.webContents;
  await screen.exposeFunction('askApp', (...words: unknown[]) => ipcMain.invokeFrom(contents(), 'posthorn:ask', words));
  await screen.addInitScript(watchRows);
  try {
    const began = performance.now();
    await runDesktop({
      utilityPath: join(project, 'dist', 'bundle', 'utility.cjs'),
      openShell,
      loadUpdater: () => Promise.reject(new Error('A measurement looks for no updates.')),
      argv: [],
    });
    const show = (url: string) => void screen.goto(url).catch(() => undefined);
    show(contents().url);
    contents().on('did-navigate', (_event: unknown, url: string) => show(url));
    await until('the page shows its list', () => painted.some(({ protocol }) => protocol === 'http:'));
    // It is stored a few seconds later.
    await until('the list is kept', () => existsSync(lastViewFile(stateFolder)));
    const at = (find: (protocol: string) => boolean) =>
      (painted.find(({ protocol }) => find(protocol))?.at ?? Number.NaN) - began;
    return { firstListMs: at(() => true), pageListMs: at((protocol) => protocol === 'http:') };
  } finally {
    await context.close();
    const ended = desktop.processes.map((each) => each.exitCode ?? once(each, 'exit'));
    app.quit();
    await Promise.all([desktop.quitDone.promise, ...ended]);
    process.env = before;
  }
}
