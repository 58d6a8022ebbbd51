import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import './fake/register.ts';
import { silentLog } from '../daemon/base/log.ts';
import { testFolder } from '../daemon/test-folder.ts';

const { newDesktop } = await import('./fake/electron.ts');
const { moveToApplications } = await import('./applications-folder.ts');

suite('an app that runs from its disk image', () => {
  let desktop: ReturnType<typeof newDesktop>;
  beforeEach(() => {
    desktop = Object.assign(newDesktop(), { isPackaged: true, isInApplicationsFolder: false });
  });
  const start = (stateFolder: string, platform: NodeJS.Platform = 'darwin') =>
    moveToApplications({ platform, stateFolder, log: silentLog });

  test('offers the move to the Applications folder once', async () => {
    const folder = testFolder();
    assert.equal(await start(folder), false, 'the user declines');
    assert.match(desktop.messageBoxes.join(), /Move Posthorn to the Applications folder\?/);
    assert.equal(await start(folder), false);
    assert.equal(desktop.messageBoxes.length, 1);
  });

  test('moves if the user agrees', async () => {
    desktop.messageBoxResponse = 0;
    assert.equal(await start(testFolder()), true);
    assert.equal(desktop.isInApplicationsFolder, true);
  });

  test('asks nothing from source, on other systems, or in its place', async () => {
    assert.equal(await start(testFolder(), 'linux'), false);
    desktop.isPackaged = false;
    assert.equal(await start(testFolder()), false);
    Object.assign(desktop, { isPackaged: true, isInApplicationsFolder: true });
    assert.equal(await start(testFolder()), false);
    assert.deepEqual(desktop.messageBoxes, []);
  });
});
