import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { FolderChange, FolderRole } from '../provider.ts';
import type { Check } from './harness.ts';
import { letter } from './letters.ts';
import { synced } from './mirror.ts';
import { assertBytes, never, only, sourceOf } from './reading.ts';

export function folderClaims(check: Check): void {
  check('folders have roles, and the inbox can be selected', async ({ provider }) => {
    const folders = await provider.folders(never());
    const inbox = folders.find((folder) => folder.path === 'INBOX');
    assert.equal(inbox?.role, 'inbox');
    assert.equal(inbox.selectable, true);
    const roles: [string, FolderRole][] = [
      ['Sent', 'sent'],
      ['Drafts', 'drafts'],
      ['Trash', 'trash'],
      ['Junk', 'spam'],
    ];
    for (const [path, role] of roles) assert.equal(folders.find((folder) => folder.path === path)?.role, role, path);
    assert.ok(folders.some((folder) => folder.path === 'Archive'));
    for (const fact of Object.values(provider.capabilities)) assert.equal(typeof fact, 'boolean');
  });

  check('a folder can be created, renamed with its mail, and deleted', async ({ provider }) => {
    const exists = async (path: string) => (await provider.folders(never())).some((folder) => folder.path === path);
    assert.equal(await provider.editFolder({ do: 'create', path: 'Plans' }, never()), 'Plans');
    assert.ok(await exists('Plans'));
    const bytes = letter('kept while the folder is renamed');
    await provider.append('Plans', bytes, [], never());
    assert.equal(await provider.editFolder({ do: 'rename', path: 'Plans', to: 'Old plans' }, never()), 'Old plans');
    assert.equal(await exists('Plans'), false);
    const mirror = await synced(provider);
    assertBytes(await sourceOf(provider, only(mirror.in('Old plans'))), bytes);
    await provider.editFolder({ do: 'delete', path: 'Old plans' }, never());
    assert.equal(await exists('Old plans'), false);
  });

  check('a folder name in other alphabets is read back as written', async ({ provider }) => {
    await provider.editFolder({ do: 'create', path: 'Büro 東京 & Co' }, never());
    const folders = await provider.folders(never());
    const made = folders.find((folder) => folder.name === 'Büro 東京 & Co');
    assert.ok(made?.selectable);
    await provider.append(made.path, letter('in the far office'), [], never());
    assert.equal((await synced(provider)).in(made.path).length, 1);
  });

  check('a folder that exists cannot be created again', async ({ provider }) => {
    await assert.rejects(provider.editFolder({ do: 'create', path: 'Archive' }, never()), ProviderError);
  });

  check('folders below one that is renamed go with it, and stay where it is deleted', async ({ provider }) => {
    const separator = (await provider.folders(never())).find(({ path }) => path === 'INBOX')?.separator ?? '/';
    const below = (path: string) => `${path}${separator}Below`;
    await provider.editFolder({ do: 'create', path: 'Above' }, never());
    await provider.editFolder({ do: 'create', path: below('Above') }, never());
    const bytes = letter('kept while what is above it is renamed');
    await provider.append(below('Above'), bytes, [], never());
    await provider.editFolder({ do: 'rename', path: 'Above', to: 'Over' }, never());
    assertBytes(await sourceOf(provider, only((await synced(provider)).in(below('Over')))), bytes);
    await provider.editFolder({ do: 'delete', path: 'Over', onlyIfEmpty: true }, never());
    const open = (await provider.folders(never())).filter(({ selectable }) => selectable).map(({ path }) => path);
    assert.deepEqual(
      ['Above', below('Above'), 'Over', below('Over')].map((path) => open.includes(path)),
      [false, false, false, true],
    );
  });

  check('a folder with mail in it is kept by a deletion of empty ones', async ({ provider }) => {
    await provider.append('Archive', letter('stays'), [], never());
    const asked = provider.editFolder({ do: 'delete', path: 'Archive', onlyIfEmpty: true }, never());
    await assert.rejects(asked, { reason: 'refused' });
    assert.equal((await synced(provider)).in('Archive').length, 1);
  });

  check('what is as asked already can be asked for again', async ({ provider }) => {
    const twice = async (change: FolderChange) => {
      const first = await provider.editFolder(change, never());
      await assert.rejects(provider.editFolder(change, never()), { reason: 'refused' }, change.do);
      assert.equal(await provider.editFolder({ ...change, orDone: true }, never()), first, change.do);
    };
    await twice({ do: 'create', path: 'Plans' });
    await twice({ do: 'rename', path: 'Plans', to: 'Old plans' });
    await twice({ do: 'delete', path: 'Old plans' });
    const ahead = provider.editFolder({ do: 'rename', path: 'Plans', to: 'Nowhere', orDone: true }, never());
    await assert.rejects(ahead, { reason: 'refused' });
  });
}
