import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueFolders, markSkippedFolders } from './folder-rotation.ts';
import type { FolderRotation } from './folder-rotation.ts';
import type { FolderEntry } from './folder-entry.ts';

function manyFolders(count: number): FolderEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const path = index === 0 ? 'INBOX' : `folder ${index}`;
    return {
      isOwn: true,
      listEntry: { name: path, separator: '/', flags: new Set<string>() },
      folder: { path, name: path, selectable: true, kind: 'folder', ...(index === 0 && { role: 'inbox' }) },
    };
  });
}

/** One visit of the folders, which reads those that are due: the paths of the folders that are not skipped. */
function visitFolders(
  rotation: FolderRotation,
  folderEntries: FolderEntry[],
  messagesIn: (path: string) => number,
): string[] {
  const due = dueFolders(rotation, folderEntries);
  const asked = new Set(due.map(({ folder }) => folder.path));
  const listed = folderEntries.map(({ folder }) => {
    const status = { messages: messagesIn(folder.path), uidnext: 9, uidvalidity: 1, modseq: undefined };
    return asked.has(folder.path) ? { ...folder, status } : folder;
  });
  return markSkippedFolders(rotation, listed, due).flatMap(({ path, isSkipped }) => (isSkipped ? [] : [path]));
}

test('few folders are all visited each time', () => {
  const turns: FolderRotation = { round: 0, statuses: new Map() };
  for (let pass = 0; pass < 6; pass++) assert.equal(visitFolders(turns, manyFolders(50), () => 1).length, 50);
});

test('of many folders the inbox is visited each time, and each of the others soon', () => {
  const turns: FolderRotation = { round: 0, statuses: new Map() };
  const places = manyFolders(1000);
  assert.equal(visitFolders(turns, places, () => 1).length, 1000);
  const seen = Array.from({ length: 5 }, () => visitFolders(turns, places, () => 1));
  assert.ok(seen.every((paths) => paths.includes('INBOX') && paths.length < 250));
  assert.equal(new Set(seen.flat()).size, 1000);
});

test('a folder that changed is visited again in the next turn', () => {
  const turns: FolderRotation = { round: 0, statuses: new Map() };
  const places = manyFolders(1000);
  visitFolders(turns, places, () => 1);
  let messages = 1;
  const found = Array.from({ length: 7 }, () =>
    visitFolders(turns, places, (path) => (path === 'folder 4' ? (messages += 1) : 1)),
  );
  const first = found.findIndex((paths) => paths.includes('folder 4'));
  assert.ok(first >= 0 && first < 5);
  assert.ok(found.slice(first).every((paths) => paths.includes('folder 4')));
});
