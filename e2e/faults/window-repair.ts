import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../electron/fake/register.ts';
import { until } from '../../daemon/test-until.ts';
import { environmentOf, type Home } from '../daemon-process.ts';
import { shortWaits } from '../use-bundle.ts';
import type { DamageHome } from './damage-home.ts';
import { copyHome, isDraftLost, type DamagedProfile } from './store-damage.ts';

const { app, cancelableEvent, ipcMain, newDesktop } = await import('../../electron/fake/electron.ts');
const { runDesktop } = await import('../../electron/desktop.ts');
const { openShell } = await import('../../electron/shell/shell.ts');

const utilityPath = join(import.meta.dirname, '..', '..', 'dist', 'bundle', 'utility.cjs');
const withinMs = 120_000;

type Repair = Pick<DamageHome, 'home' | 'start' | 'messages'>;

/**
 * Damages a copy of `home`, whose bridge is turned off, opens the app on it, and clicks the buttons of its window: the repair
 * that the profile needs, and then the one that turns the page on. Returns what is wrong afterwards; empty if all mail and
 * the draft are back.
 */
export async function repairInWindow(profile: DamagedProfile, options: Repair): Promise<string[]> {
  const home = copyHome(options.home);
  const outer = { ...process.env };
  const desktop = newDesktop();
  const window = openedWindow(desktop);
  Object.assign(process.env, environmentOf(home), {
    NODE_EXTRA_CA_CERTS: options.start.caFile,
    NODE_OPTIONS: shortWaits,
  });
  try {
    profile.break?.(home.dataDir);
    turnOffBridge(home);
    await runDesktop({ utilityPath, openShell, loadUpdater: () => Promise.reject(new Error('no updates')), argv: [] });
    if (profile.repair !== 'none') await repairByButton(profile, window);
    const isOffered = () => window.links().includes('enable_bridge') && window.isHealthy();
    // A restored backup brings back the settings with which the page is shown.
    await until('the page is offered', () => window.hasPage() || isOffered(), { withinMs });
    if (!window.hasPage()) window.click('enable_bridge');
    await until('the page is shown', window.hasPage, { withinMs });
    return await missingMail(profile, { window, messages: options.messages });
  } catch (failed) {
    const reason = failed instanceof Error ? failed.message : String(failed);
    return [`${profile.name}: ${reason} ${desktop.messageBoxes.join()} ${window.text()}`];
  } finally {
    app.quit();
    await desktop.quitDone.promise;
    process.env = outer;
    home.remove();
  }
}

function turnOffBridge({ configDir }: Home): void {
  const file = join(configDir, 'config.toml');
  writeFileSync(file, `[bridge]\nenabled = false\nport = 0\n${readFileSync(file, 'utf8')}`);
}

type Window = ReturnType<typeof openedWindow>;

/** The window, and its card. */
function openedWindow(desktop: ReturnType<typeof newDesktop>) {
  const window = () => desktop.windows.findLast(({ isGone }) => !isGone);
  const url = () => window()?.url ?? '';
  const card = () => decodeURIComponent(url());
  return {
    url,
    hasPage: () => url().startsWith('http://127.0.0.1:'),
    links: () => [...card().matchAll(/href="posthorn-remedy:([^"]+)"/g)].map(([, link = '']) => link),
    isHealthy: () => !card().includes('class="choices"'),
    text: () =>
      card()
        .replace(/<style>.*<\/style>|<[^>]+>/gs, ' ')
        .replace(/\s+/g, ' '),
    click(link: string) {
      // The user confirms what is asked.
      desktop.messageBoxResponse = 0;
      const event = cancelableEvent({ url: `posthorn-remedy:${link}` });
      window()?.webContents.emit('will-frame-navigate', Object.assign(event, { isMainFrame: true }));
    },
    async token(): Promise<unknown> {
      const contents = window()?.webContents;
      return contents && ipcMain.invokeFrom(contents, 'posthorn:ask', ['token']);
    },
  };
}

async function repairByButton({ repair }: DamagedProfile, window: Window): Promise<void> {
  const repairs = () => window.links().filter((link) => link.startsWith('repair/'));
  const wanted = () => repairs().find((link) => repair === 'recommended' || link.split('/')[1] === repair);
  await until(`the window offers ${repair}`, () => wanted() !== undefined, { withinMs });
  window.click(wanted() ?? '');
}

async function missingMail(
  profile: DamagedProfile,
  { window, messages }: { window: Window; messages: number },
): Promise<string[]> {
  const headers = { authorization: `Bearer ${String(await window.token())}` };
  const ask = async (path: string) => {
    const answer = await fetch(new URL(`/api/v1${path}`, window.url()), { headers });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { total_messages?: number; drafts?: unknown[] };
  };
  await until('all mail is back', async () => (await ask('/admin/status')).total_messages === messages, { withinMs });
  const { drafts = [] } = await ask('/mail/drafts');
  return drafts.length === 1 || isDraftLost(profile) ? [] : [`There are ${drafts.length} drafts.`];
}
