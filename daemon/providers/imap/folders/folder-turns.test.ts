import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from './folder-list.ts';
import { dueFolders, restedFolders } from './folder-turns.ts';
import type { Turns } from './folder-turns.ts';

function manyFolders(count: number): Place[] {
  return Array.from({ length: count }, (_, index) => {
    const path = index === 0 ? 'INBOX' : `folder ${index}`;
    return {
      isOwn: true,
      entry: { name: path, separator: '/', flags: new Set<string>() },
      folder: { path, name: path, selectable: true, kind: 'folder', ...(index === 0 && { role: 'inbox' }) },
    };
  });
}

/** One look at the folders, of which those that are due are asked: the paths of those that do not rest. */
function look(turns: Turns, places: Place[], messagesIn: (path: string) => number): string[] {
  const due = dueFolders(turns, places);
  const asked = new Set(due.map(({ folder }) => folder.path));
  const listed = places.map(({ folder }) => {
    const status = { messages: messagesIn(folder.path), uidnext: 9, uidvalidity: 1, modseq: undefined };
    return asked.has(folder.path) ? { ...folder, status } : folder;
  });
  return restedFolders(turns, listed, due).flatMap(({ path, rests }) => (rests ? [] : [path]));
}

test('few folders are all looked at each time', () => {
  const turns: Turns = { round: 0, seen: new Map() };
  for (let pass = 0; pass < 6; pass++) assert.equal(look(turns, manyFolders(50), () => 1).length, 50);
});

test('of many the inbox is looked at each time, and each of the others soon', () => {
  const turns: Turns = { round: 0, seen: new Map() };
  const places = manyFolders(1000);
  assert.equal(look(turns, places, () => 1).length, 1000);
  const seen = Array.from({ length: 5 }, () => look(turns, places, () => 1));
  assert.ok(seen.every((paths) => paths.includes('INBOX') && paths.length < 250));
  assert.equal(new Set(seen.flat()).size, 1000);
});

test('a folder that changed is looked at again in the next turn', () => {
  const turns: Turns = { round: 0, seen: new Map() };
  const places = manyFolders(1000);
  look(turns, places, () => 1);
  let messages = 1;
  const found = Array.from({ length: 7 }, () =>
    look(turns, places, (path) => (path === 'folder 4' ? (messages += 1) : 1)),
  );
  const first = found.findIndex((paths) => paths.includes('folder 4'));
  assert.ok(first >= 0 && first < 5);
  assert.ok(found.slice(first).every((paths) => paths.includes('folder 4')));
});
