import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../daemon/base/log.ts';
import { visibleBounds, openWindowState } from './window-state.ts';

function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-window-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the window state is kept between starts, and no partial file is left', (context) => {
  const folder = folderOf(context);
  const bounds = { x: 10, y: 20, width: 900, height: 700 };
  openWindowState(folder, silentLog).change({ bounds, zoom: 1, path: '/drafts', isMaximized: true });
  const { current } = openWindowState(folder, silentLog);
  assert.deepEqual(
    [current().bounds, current().zoom, current().path, current().isMaximized],
    [bounds, 1, '/drafts', true],
  );
  assert.deepEqual(readdirSync(folder), ['window.json']);
});

test('an unreadable value is as at the first start, and the others are kept', (context) => {
  const folder = folderOf(context);
  const first = openWindowState(folder, silentLog).current();
  for (const text of ['', '{', '[1]', 'null', '"x"', '\u0000']) {
    writeFileSync(join(folder, 'window.json'), text);
    assert.deepEqual(openWindowState(folder, silentLog).current(), first, text);
  }
  const odd = {
    bounds: { x: 0, y: 0, width: -5, height: 1e9 },
    zoom: 'large',
    path: 'https://news.example/',
    hasClosed: true,
  };
  writeFileSync(join(folder, 'window.json'), JSON.stringify(odd));
  assert.deepEqual(openWindowState(folder, silentLog).current(), { ...first, bounds: undefined, hasClosed: true });
});

test('a folder that is not writable does not affect the use of the window', (context) => {
  const folder = folderOf(context);
  writeFileSync(join(folder, 'file'), '');
  const state = openWindowState(join(folder, 'file'), silentLog);
  state.change({ zoom: 2 });
  assert.equal(state.current().zoom, 2);
  assert.equal(readFileSync(join(folder, 'file'), 'utf8'), '');
});

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 1920, height: 1080 };

test('the window opens at its last place, if its display exists', () => {
  const bounds = { x: 1500, y: 40, width: 1000, height: 800 };
  assert.deepEqual(visibleBounds(bounds, [laptop, beside]), bounds);
  assert.deepEqual(visibleBounds(bounds, [laptop]), { width: 1000, height: 800 }, 'the display is gone');
});

test('a window out of reach is moved into reach, and one that is too large is resized', () => {
  const small = { width: 600, height: 600 };
  assert.deepEqual(visibleBounds({ x: 1430, y: 100, ...small }, [laptop]), small, 'off the right edge');
  assert.deepEqual(visibleBounds({ x: 100, y: -300, ...small }, [laptop]), small, 'its title above the screen');
  assert.deepEqual(visibleBounds({ x: 100, y: 890, ...small }, [laptop]), small, 'below the screen');
  assert.deepEqual(visibleBounds({ x: 0, y: 30, width: 4000, height: 3000 }, [laptop]), {
    x: 0,
    y: 30,
    width: 1440,
    height: 875,
  });
  assert.deepEqual(visibleBounds(undefined, []), { width: 1280, height: 840 });
  assert.deepEqual(visibleBounds(undefined, [{ x: 0, y: 0, width: 1024, height: 600 }]), { width: 1024, height: 600 });
});
