import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderPath, importedFolder } from './folder-names.ts';

test('the inbox of a mail program in any language becomes the inbox', () => {
  assert.equal(folderPath(['Posteingang', 'Work']), 'Inbox/Work');
  assert.equal(folderPath(['INBOX']), 'Inbox');
  assert.equal(folderPath(['Work', 'Inbox']), 'Work/Inbox');
});

test('a usual folder name gets its role only at the top and directly below the inbox', () => {
  assert.deepEqual(
    ['Gesendete Objekte', 'Inbox/送信済みメール', 'Old/Sent', 'Inbox/2024/Sent'].map(
      (path) => importedFolder(path).role,
    ),
    ['sent', 'sent', undefined, undefined],
  );
});
