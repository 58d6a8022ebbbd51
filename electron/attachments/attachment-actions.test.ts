import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, suite, test } from 'node:test';
import '../fake/register.ts';
import type { SendUtilityRequest } from '../shell/shell-port.ts';
import type { ProgramStart } from './open-with.ts';
import { riskOf } from './risky-file.ts';

const { BrowserWindow, newDesktop } = await import('../fake/electron.ts');
const { createAttachmentActions } = await import('./attachment-actions.ts');

const folder = mkdtempSync(join(tmpdir(), 'posthorn-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A message whose attachments have the names of their ids. */
const ref = (attachment_id: string) => ({ message_id: 'message-1', attachment_id });

function openActions(platform: NodeJS.Platform) {
  const desktop = newDesktop();
  const window = new BrowserWindow();
  const requests: string[] = [];
  const started: ProgramStart[] = [];
  const request = (async (_name: string, input: { attachment_id: string; to: string }) => {
    if (input.attachment_id === 'gone.pdf') throw new Error('The message has no such attachment.');
    requests.push(`${input.attachment_id} ${input.to}`);
    const path = join(folder, `${input.to}-${input.attachment_id}`);
    writeFileSync(path, 'content');
    return { path };
  }) as unknown as SendUtilityRequest;
  const actions = createAttachmentActions({
    request,
    platform,
    env: { SystemRoot: 'C:\\Windows' },
    start: async (program) => void started.push(program),
  });
  const contents = window.webContents as never;
  return {
    desktop,
    requests,
    started,
    done: window.webContents.done,
    use: (id: string, use: string) => actions.use(ref(id), use, contents),
    prepare: (id: string) => actions.prepareDrag(ref(id)),
    drag: (attachment: unknown) => actions.startDrag(attachment, contents),
  };
}

suite('the files of messages', () => {
  test('a file is opened from a private copy, and a system without a program for it says so', async () => {
    const { desktop, use, requests } = openActions('linux');
    await use('menu.pdf', 'open');
    assert.deepEqual(requests, ['menu.pdf temporary']);
    assert.deepEqual(
      desktop.openedFiles.map((each) => basename(each)),
      ['temporary-menu.pdf'],
    );
    assert.deepEqual(desktop.messageBoxes, []);
    desktop.openFailure = 'No application is registered.';
    await assert.rejects(use('menu.xyz', 'open'), /No program could open temporary-menu\.xyz: No application/);
    await assert.rejects(use('gone.pdf', 'open'), /no such attachment/);
  });

  test('a program, a script and the like are opened only if the user accepts the risk', async () => {
    const { desktop, use, started } = openActions('win32');
    desktop.messageBoxResponse = 0;
    await use('invoice.pdf.exe', 'open');
    await use('run.JS', 'open_with');
    assert.deepEqual([desktop.openedFiles, started], [[], []]);
    assert.match(desktop.messageBoxes[0] ?? '', /“temporary-invoice\.pdf\.exe” is a program/);
    assert.match(desktop.messageBoxes[1] ?? '', /“temporary-run\.JS” is a script/);
    desktop.messageBoxResponse = 1;
    await use('invoice.pdf.exe', 'open');
    assert.equal(desktop.openedFiles.length, 1);
  });

  test('the risk of a file is judged by its last extension', () => {
    const risky = [
      'a.exe',
      'photo.jpg.scr',
      'a.LNK',
      'a.desktop',
      'sheet.xlsm',
      'a.command',
      'x.iso',
      'note.hta',
      'a.svg',
    ];
    for (const name of risky) assert.ok(riskOf(name), name);
    for (const name of ['a.pdf', 'exe', 'a.exe.pdf', 'photo.jpeg', 'sheet.xlsx', 'a', 'a.', 'notes.txt', 'x.zip'])
      assert.equal(riskOf(name), undefined, name);
  });

  test('the user chooses the program as the system does it', async () => {
    const windows = openActions('win32');
    await windows.use('my menu.pdf', 'open_with');
    const [{ program, args, isVerbatim }] = windows.started as [ProgramStart];
    assert.match(program, /System32.rundll32\.exe$/);
    assert.deepEqual(args, ['shell32.dll,OpenAs_RunDLL', join(folder, 'temporary-my menu.pdf')]);
    assert.equal(isVerbatim, true);

    const mac = openActions('darwin');
    await mac.use('menu.pdf', 'open_with');
    assert.deepEqual(mac.started, [], 'no program was chosen');
    mac.desktop.chosenFiles = ['/Applications/Preview.app'];
    await mac.use('menu.pdf', 'open_with');
    assert.deepEqual(mac.started, [
      { program: '/usr/bin/open', args: ['-a', '/Applications/Preview.app', join(folder, 'temporary-menu.pdf')] },
    ]);
    await assert.rejects(openActions('linux').use('menu.pdf', 'open_with'), /This system can’t do that/);
  });

  test('a file is saved for the user once, and shown in its folder each time', async () => {
    const { desktop, use, requests } = openActions('linux');
    await use('menu.pdf', 'show');
    await use('menu.pdf', 'show');
    const path = join(folder, 'downloads-menu.pdf');
    assert.deepEqual([requests, desktop.shownInFolder], [['menu.pdf downloads'], [path, path]]);
    rmSync(path);
    await use('menu.pdf', 'show');
    assert.equal(requests.length, 2, 'a file that the user has removed is saved again');
  });

  test('macOS previews and shares a file, and other systems have no such menu', async () => {
    const { desktop, use } = openActions('darwin');
    await use('menu.pdf', 'quick_look');
    await use('menu.pdf', 'share');
    const path = join(folder, 'temporary-menu.pdf');
    assert.deepEqual(desktop.previewed, [`${path} as temporary-menu.pdf`]);
    assert.deepEqual(desktop.shared, [path]);
    for (const name of ['quick_look', 'share', 'exec', 'toString'])
      await assert.rejects(openActions('win32').use('menu.pdf', name), /This system can’t do that/, name);
  });

  test('a file is dragged once it is saved, and what names no file is ignored', async () => {
    const { drag, prepare, done } = openActions('linux');
    drag(ref('menu.pdf'));
    assert.deepEqual(done, [], 'it is not saved yet');
    await prepare('menu.pdf');
    drag(ref('menu.pdf'));
    const path = join(folder, 'temporary-menu.pdf');
    assert.deepEqual(done, [`drag ${path}`]);
    rmSync(path);
    drag(ref('menu.pdf'));
    assert.equal(done.length, 1, 'the file was cleaned up');
    for (const wrong of [undefined, 'menu.pdf', { message_id: 1 }, { message_id: 'a', attachment_id: 'b'.repeat(300) }])
      drag(wrong);
    assert.equal(done.length, 1);
  });
});
