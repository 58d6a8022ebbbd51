import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { FolderRole } from '../provider.ts';
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
    await provider.editFolder({ do: 'create', path: 'Plans' }, never());
    assert.ok(await exists('Plans'));
    const bytes = letter('kept while the folder is renamed');
    await provider.append('Plans', bytes, [], never());
    await provider.editFolder({ do: 'rename', path: 'Plans', to: 'Old plans' }, never());
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
}
