import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import '../fake/register.ts';
import { linksIn, pathOfLink } from '../deep-link.ts';

const { newDesktop } = await import('../fake/electron.ts');
const { setQuickActions } = await import('./quick-actions.ts');

const titles = ['New message', 'Inbox', 'Search'];

test('the dock of macOS has a menu of actions', () => {
  const desktop = newDesktop();
  const opened: string[] = [];
  setQuickActions('darwin', (path) => void opened.push(path));
  const items = desktop.dockMenu?.items ?? [];
  assert.deepEqual(
    items.map(({ label }) => label),
    titles,
  );
  for (const item of items) item.click();
  assert.deepEqual(opened, ['/compose', '/inbox', '/search']);
});

test('the jump list of Windows starts the app with links that it opens', () => {
  const desktop = newDesktop();
  setQuickActions('win32', () => assert.fail('nothing is opened yet'));
  assert.deepEqual(desktop.userTasks, [], 'an app from source would start Electron without the app');
  desktop.isPackaged = true;
  setQuickActions('win32', () => assert.fail('nothing is opened yet'));
  assert.deepEqual(
    desktop.userTasks.map(({ title }) => title),
    titles,
  );
  const paths = desktop.userTasks.map(({ arguments: words }) => linksIn([words]).map(pathOfLink)[0]);
  assert.deepEqual(paths, ['/compose', '/inbox', '/search?q=']);
});

test('the entry of Linux desktops has the same actions', () => {
  const builder = parse(readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')) as {
    linux: { desktop: { desktopActions: Record<string, { Name: string; Exec: string }> } };
  };
  const actions = Object.values(builder.linux.desktop.desktopActions);
  assert.deepEqual(
    actions.map(({ Name }) => Name),
    titles,
  );
  for (const { Exec } of actions) assert.equal(linksIn(Exec.split(' ')).map(pathOfLink).length, 1, Exec);
});
