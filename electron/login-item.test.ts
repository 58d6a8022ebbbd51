import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, suite, test } from 'node:test';
import './fake/register.ts';

const { newDesktop } = await import('./fake/electron.ts');
const { loginItem } = await import('./login-item.ts');

const home = mkdtempSync(join(tmpdir(), 'posthorn-login-'));
const file = join(home, 'autostart', 'posthorn.desktop');
after(() => rmSync(home, { recursive: true, force: true }));

suite('the start at sign-in', () => {
  let desktop: ReturnType<typeof newDesktop>;
  beforeEach(() => {
    desktop = newDesktop();
    rmSync(join(home, 'autostart'), { recursive: true, force: true });
  });

  const linux = (program: string, env = {}) =>
    loginItem({ platform: 'linux', isPackaged: true, env: { XDG_CONFIG_HOME: home, ...env }, program });
  const execLine = () => /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1];

  describe('on Linux', () => {
    test('the start at sign-in is an autostart entry that starts without a window', () => {
      const item = linux('/opt/Posthorn/posthorn');
      assert.equal(item.get(), false);
      item.set(true);
      assert.equal(item.get(), true);
      assert.equal(execLine(), '"/opt/Posthorn/posthorn" --hidden');
      assert.equal(statSync(file).mode & 0o777, 0o644);
      item.set(true);
      item.set(false);
      item.set(false);
      assert.equal(item.get(), false);
    });

    test('an AppImage is started by its own file, not by the folder of its temporary mount', () => {
      linux('/tmp/.mount_x/posthorn', { APPIMAGE: '/home/ada/Posthorn.AppImage' }).set(true);
      assert.equal(execLine(), '"/home/ada/Posthorn.AppImage" --hidden');
    });

    test('a path is quoted so that it is never more than a path', () => {
      linux('/home/a b/100%/$(x)`y`"z\\/posthorn').set(true);
      assert.equal(execLine(), '"/home/a b/100%%/\\\\$(x)\\\\`y\\\\`\\\\"z\\\\\\\\/posthorn" --hidden');
      assert.throws(() => linux('/home/ada\nExec=evil/posthorn').set(true), /cannot be changed: .* line end/);
      assert.match(execLine() ?? '', /^"\/home\/a b/);
    });

    test('an entry that the desktop has disabled is off', () => {
      mkdirSync(join(home, 'autostart'));
      for (const [line, isOn] of [
        ['Hidden=true', false],
        ['X-GNOME-Autostart-enabled = false', false],
        ['Hidden=false', true],
      ] as const) {
        writeFileSync(file, `[Desktop Entry]\nType=Application\n${line}\n`);
        assert.equal(linux('/opt/posthorn').get(), isOn, line);
      }
    });

    test('a folder that is not writable is reported', () => {
      writeFileSync(join(home, 'autostart'), '');
      assert.throws(() => linux('/opt/posthorn').set(true), /The autostart entry .* cannot be changed: /);
    });
  });

  test('on macOS and Windows the system stores it, and Windows starts it without a window', () => {
    const windows = loginItem({
      platform: 'win32',
      isPackaged: true,
      env: {},
      program: 'C:\\Users\\Ada B\\Posthorn.exe',
    });
    windows.set(true);
    assert.deepEqual(desktop.loginItem, {
      path: '"C:\\Users\\Ada B\\Posthorn.exe"',
      args: ['--hidden'],
      openAtLogin: true,
    });
    assert.equal(windows.get(), true);
    const mac = loginItem({ platform: 'darwin', isPackaged: true, env: {}, program: '/Applications/Posthorn.app' });
    mac.set(false);
    assert.deepEqual(desktop.loginItem, { openAtLogin: false });
    assert.equal(mac.get(), false);
  });

  test('in a Flatpak it is unknown, because its autostart folder has no effect', () => {
    const item = linux('/app/lib/posthorn-app', { FLATPAK_ID: 'app.posthorn.desktop' });
    assert.equal(item.get(), null);
    assert.throws(() => item.set(true), /startup programs/);
    assert.equal(existsSync(join(home, 'autostart', 'posthorn.desktop')), false);
  });

  test('from source it is unknown, and cannot be set', () => {
    const item = loginItem({
      platform: 'linux',
      isPackaged: false,
      env: { XDG_CONFIG_HOME: home },
      program: '/usr/bin/electron',
    });
    assert.equal(item.get(), null);
    assert.throws(() => item.set(true), /running from its source/);
  });
});
