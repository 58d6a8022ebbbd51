import assert from 'node:assert/strict';
import { ProviderError } from '../provider.ts';
import type { FolderChange, FolderRole } from '../provider.ts';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { assertBytes, neverAbortedSignal, only, sourceOf } from './helpers.ts';

export function folderClaims(check: Check): void {
  folderListClaims(check);
  folderEditClaims(check);
  folderRefusalClaims(check);
}

function folderListClaims(check: Check): void {
  check('folders have roles, and the inbox can be selected', async ({ provider }) => {
    const folders = await provider.folders(neverAbortedSignal());
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

  check('a folder name in other alphabets round-trips', async ({ provider }) => {
    await provider.editFolder({ do: 'create', path: 'Büro 東京 & Co' }, neverAbortedSignal());
    const folders = await provider.folders(neverAbortedSignal());
    const made = folders.find((folder) => folder.name === 'Büro 東京 & Co');
    assert.ok(made?.selectable);
    await provider.append(made.path, sampleMessage('in the far office'), [], neverAbortedSignal());
    assert.equal((await syncedMirror(provider)).inFolder(made.path).length, 1);
  });
}

function folderEditClaims(check: Check): void {
  check('a folder can be created, renamed with its mail, and deleted', async ({ provider }) => {
    const exists = async (path: string) =>
      (await provider.folders(neverAbortedSignal())).some((folder) => folder.path === path);
    assert.equal(await provider.editFolder({ do: 'create', path: 'Plans' }, neverAbortedSignal()), 'Plans');
    assert.ok(await exists('Plans'));
    const bytes = sampleMessage('kept while the folder is renamed');
    await provider.append('Plans', bytes, [], neverAbortedSignal());
    assert.equal(
      await provider.editFolder({ do: 'rename', path: 'Plans', to: 'Old plans' }, neverAbortedSignal()),
      'Old plans',
    );
    assert.equal(await exists('Plans'), false);
    const mirror = await syncedMirror(provider);
    assertBytes(await sourceOf(provider, only(mirror.inFolder('Old plans'))), bytes);
    await provider.editFolder({ do: 'delete', path: 'Old plans' }, neverAbortedSignal());
    assert.equal(await exists('Old plans'), false);
  });

  check('subfolders are renamed with their parent, and stay when it is deleted', async ({ provider }) => {
    const separator =
      (await provider.folders(neverAbortedSignal())).find(({ path }) => path === 'INBOX')?.separator ?? '/';
    const below = (path: string) => `${path}${separator}Below`;
    await provider.editFolder({ do: 'create', path: 'Above' }, neverAbortedSignal());
    await provider.editFolder({ do: 'create', path: below('Above') }, neverAbortedSignal());
    const bytes = sampleMessage('kept while its parent is renamed');
    await provider.append(below('Above'), bytes, [], neverAbortedSignal());
    await provider.editFolder({ do: 'rename', path: 'Above', to: 'Over' }, neverAbortedSignal());
    assertBytes(await sourceOf(provider, only((await syncedMirror(provider)).inFolder(below('Over')))), bytes);
    await provider.editFolder({ do: 'delete', path: 'Over', onlyIfEmpty: true }, neverAbortedSignal());
    const open = (await provider.folders(neverAbortedSignal()))
      .filter(({ selectable }) => selectable)
      .map(({ path }) => path);
    assert.deepEqual(
      ['Above', below('Above'), 'Over', below('Over')].map((path) => open.includes(path)),
      [false, false, false, true],
    );
  });
}

function folderRefusalClaims(check: Check): void {
  check('a folder that exists cannot be created again', async ({ provider }) => {
    await assert.rejects(provider.editFolder({ do: 'create', path: 'Archive' }, neverAbortedSignal()), ProviderError);
  });

  check('a deletion limited to empty folders keeps a folder with mail', async ({ provider }) => {
    await provider.append('Archive', sampleMessage('stays'), [], neverAbortedSignal());
    const asked = provider.editFolder({ do: 'delete', path: 'Archive', onlyIfEmpty: true }, neverAbortedSignal());
    await assert.rejects(asked, { reason: 'refused' });
    assert.equal((await syncedMirror(provider)).inFolder('Archive').length, 1);
  });

  check('an edit that is already in effect can be repeated', async ({ provider }) => {
    const twice = async (change: FolderChange) => {
      const first = await provider.editFolder(change, neverAbortedSignal());
      await assert.rejects(provider.editFolder(change, neverAbortedSignal()), { reason: 'refused' }, change.do);
      assert.equal(
        await provider.editFolder({ ...change, isIdempotent: true }, neverAbortedSignal()),
        first,
        change.do,
      );
    };
    await twice({ do: 'create', path: 'Plans' });
    await twice({ do: 'rename', path: 'Plans', to: 'Old plans' });
    await twice({ do: 'delete', path: 'Old plans' });
    const withoutSource = provider.editFolder(
      { do: 'rename', path: 'Plans', to: 'Nowhere', isIdempotent: true },
      neverAbortedSignal(),
    );
    await assert.rejects(withoutSource, { reason: 'refused' });
  });
}
