import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { menuItem, openTestShell } from '../shell/test-shell.ts';

suite('the context menu of the page', () => {
  let opened: ReturnType<typeof openTestShell>;
  beforeEach(() => {
    opened = openTestShell();
    opened.desktop.isPackaged = true;
  });
  afterEach(() => opened.close());

  const nothing = {
    x: 1,
    y: 2,
    linkURL: '',
    srcURL: '',
    mediaType: 'none',
    hasImageContents: false,
    isEditable: false,
    selectionText: '',
    misspelledWord: '',
    dictionarySuggestions: [] as string[],
    editFlags: { canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
  };
  /** The menu for the described element. */
  function menuOver(given: Partial<typeof nothing>) {
    opened.window().webContents.emit('context-menu', {}, { ...nothing, ...given });
    const menu = opened.desktop.popups.at(-1);
    assert.ok(menu);
    return menu;
  }
  const labels = (menu: ReturnType<typeof menuOver>) => menu.items.flatMap(({ label, role }) => label || role || []);

  test('a misspelled word is corrected, or added to the dictionary', () => {
    const menu = menuOver({ isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the', 'R&D'] });
    menuItem(menu, 'the').click();
    menuItem(menu, 'Add “teh” to the dictionary').click();
    const { webContents } = opened.window();
    assert.deepEqual(webContents.done, ['replace the']);
    assert.deepEqual(webContents.session.dictionary, ['teh']);
    assert.ok(labels(menu).includes('R&&D'));
  });

  test('a field offers the clipboard, a text only to copy', () => {
    const field = labels(menuOver({ isEditable: true }));
    for (const role of ['cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'])
      assert.ok(field.includes(role), role);
    assert.ok(labels(menuOver({ selectionText: 'words' })).includes('copy'));
  });

  test('a link is copied, and a link that could start a program is not', () => {
    menuItem(menuOver({ linkURL: 'https://news.example/a' }), 'Copy link').click();
    menuItem(menuOver({ linkURL: 'mailto:b%C3%B6@example.org?subject=x' }), 'Copy address').click();
    assert.deepEqual(opened.desktop.copied, ['https://news.example/a', 'bö@example.org']);
    assert.ok(!labels(menuOver({ linkURL: 'file:///etc/passwd', selectionText: 'x' })).includes('Copy link'));
  });

  test('an image is saved if it is local, and never fetched', () => {
    const image = { mediaType: 'image', hasImageContents: true };
    menuItem(menuOver({ ...image, srcURL: 'data:image/png;base64,AA' }), 'Save image…').click();
    assert.deepEqual(opened.window().webContents.done, ['download data:image/png;base64,AA']);
    const remote = menuOver({ ...image, srcURL: 'https://tracker.example/x.png', selectionText: 'x' });
    assert.ok(!labels(remote).includes('Save image…'));
  });

  test('no dictionary is fetched before the user has agreed', { skip: process.platform === 'darwin' }, async () => {
    const { session } = opened.window().webContents;
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([session.isSpellChecked, session.spellLanguages], [false, []]);
    const choose = async (answer: number) => {
      opened.desktop.messageBoxResponse = answer;
      menuItem(menuOver({ isEditable: true }), 'Check spelling…').click();
      await settled();
      return session.isSpellChecked;
    };
    assert.equal(await choose(1), false);
    assert.equal(await choose(0), true);
    assert.deepEqual(session.spellLanguages, ['en-GB']);
    assert.match(opened.desktop.messageBoxes[0] ?? '', /from a Google server/);
    const language = (name: string) => menuItem(opened.desktop.applicationMenu, name);
    language('German').click();
    assert.deepEqual(session.spellLanguages, ['en-GB', 'de']);
    language('British English').click();
    language('German').click();
    assert.deepEqual(session.spellLanguages, ['de'], 'the last language stays');
    menuItem(opened.desktop.applicationMenu, 'Check spelling').click();
    await settled();
    assert.equal(session.isSpellChecked, false);
  });
});
