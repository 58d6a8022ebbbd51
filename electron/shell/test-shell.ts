import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../fake/register.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import type { DesktopStatus } from '../../daemon/notifications/desktop.ts';
import { movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import type { UpdatePolicy } from '../updates/update-policy.ts';
import type { UtilityRequests } from '../daemon-process/utility-protocol.ts';
import type { ShellDeps, TrayHost, Updates } from './shell-port.ts';

const { newDesktop } = await import('../fake/electron.ts');
const { openShell } = await import('./shell.ts');

export const page = { url: 'http://127.0.0.1:4040', isDemo: false };
export const synced: DesktopStatus = {
  state: 'synced',
  unread: 0,
  approvals: 0,
  agents_paused: null,
  passwords: null,
  paused_until: null,
};

const answers: { [Name in keyof UtilityRequests]: UtilityRequests[Name]['answer'] } = {
  sync: null,
  pause: { paused_until: null },
  pause_agents: null,
  lock_passwords: null,
  sending: false,
  enable_bridge: null,
  other_port: null,
  check_updates: null,
  save_attachment: { path: '' },
  attach_files: { draft_path: 'drafts/1' },
  import_files: { added: 1, known: 0, failed: 0 },
  repair: null,
};

/** A shell on a desktop in its initial state, and its calls to the app. */
export function openTestShell(overrides: Partial<ShellDeps> = {}, { isRunning = true, hasTray = true } = {}) {
  const desktop = newDesktop();
  const clock = movableClock('2026-03-10T12:00:00.000Z');
  const tray = fakeTrayHost(hasTray);
  const stateFolder = mkdtempSync(join(tmpdir(), 'posthorn-shell-'));
  /** The calls to the app, in order. */
  const calls: unknown[] = [];
  const app = {
    token: 'token-1' as string | undefined,
    update: { state: 'none' } as UpdateState,
    policy: undefined as UpdatePolicy | undefined,
    refusal: '',
  };
  const { update, announceUpdate } = fakeUpdates(app, calls);
  const shell = openShell({
    request: async (name, input) => {
      calls.push([name, input]);
      if (app.refusal) throw new Error(app.refusal);
      return answers[name];
    },
    onNotificationAction: (notice, action) => void calls.push(['acted', notice, action]),
    onNotificationReply: (notice, text) => void calls.push(['replied', notice, text]),
    restart: () => void calls.push('restart'),
    repair: async (choice) => {
      calls.push(['repair', choice]);
      if (app.refusal) throw new Error(app.refusal);
    },
    useOtherInstance: () => void calls.push('use_other'),
    quit: () => void calls.push('quit'),
    token: () => app.token,
    update,
    trayHost: tray.host,
    clock,
    login: { get: () => false, set: (on) => void calls.push(['login', on]) },
    stateFolder,
    isHidden: false,
    log: silentLog,
    ...overrides,
  });
  if (isRunning) {
    shell.setProcessState({ state: 'running' });
    shell.setPage(page);
    shell.setStatus(synced);
  }
  const window = () => {
    const found = desktop.windows.findLast(({ isGone }) => !isGone);
    assert.ok(found, 'there is no window');
    return found;
  };
  return {
    desktop,
    shell,
    calls,
    app,
    stateFolder,
    window,
    tray() {
      const icon = desktop.trays.findLast(({ isGone }) => !isGone);
      assert.ok(icon?.menu);
      return { ...icon, tip: icon.tip, title: icon.title, menu: icon.menu };
    },
    /** The text of a card in place of the page. */
    card: () => decodeURIComponent(window().url.replace(/^data:text\/html;charset=utf-8,/, '')),
    clock,
    /** The panel of the desktop appears or disappears. */
    setTrayHost: tray.set,
    announceUpdate,
    close() {
      shell.close();
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}

function fakeTrayHost(isPresent: boolean) {
  const listeners = new Set<() => void>();
  const host: TrayHost = {
    isPresent: () => isPresent,
    onChange: (listener) => void listeners.add(listener),
    close: () => undefined,
  };
  return {
    host,
    set(next: boolean): void {
      isPresent = next;
      for (const listener of listeners) listener();
    },
  };
}

function fakeUpdates(app: { update: UpdateState; policy: UpdatePolicy | undefined }, calls: unknown[]) {
  const listeners = new Set<(state: UpdateState) => void>();
  const update: Updates = {
    mode: { kind: 'install', host: 'updates.example' },
    state: () => app.update,
    download: async () => void calls.push('download'),
    policy: () => app.policy,
    setPolicy: (policy) => void (app.policy = policy),
    check: async () => app.update,
    install: async () => void calls.push('install'),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    update,
    announceUpdate(state: UpdateState): void {
      app.update = state;
      for (const listener of listeners) listener(state);
    },
  };
}

type Item = { label: string; submenu?: Menu | undefined; enabled: boolean; click(): void };
type Menu = { items: readonly Item[] };

/** The menu item with that label, also in submenus. */
export function menuItem(menu: Menu | null | undefined, label: string): Item {
  const all = (each: Menu): Item[] => each.items.flatMap((item) => [item, ...(item.submenu ? all(item.submenu) : [])]);
  const item = menu && all(menu).find((each) => each.label === label);
  assert.ok(item, `there is no item “${label}”`);
  return item;
}
