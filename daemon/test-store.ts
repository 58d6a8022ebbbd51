import { copyFileSync, existsSync } from 'node:fs';
import { openIndex } from './mail/index/index-file.ts';
import { openActivity, openMail, storeFiles, type StoreFiles } from './store/open.ts';
import { testFolder } from './test-folder.ts';

const databases = ['mail', 'activity', 'index'] as const;

let emptyStore: Promise<StoreFiles> | undefined;

/**
 * Puts an empty store of the newest schema into `dataDir`, unless there is one. The store equals the one that the daemon
 * creates at its first start. It is created once and then copied, because creating it takes longer than most tests.
 */
export async function copyEmptyStore(dataDir: string): Promise<void> {
  const files = storeFiles(dataDir);
  if (databases.some((name) => existsSync(files[name]))) return;
  const empty = await (emptyStore ??= makeEmptyStore());
  for (const name of databases) copyFileSync(empty[name], files[name]);
}

async function makeEmptyStore(): Promise<StoreFiles> {
  const files = storeFiles(testFolder());
  for (const db of [await openMail(files.mail), await openActivity(files.activity), openIndex(files.index).db])
    db.close();
  return files;
}
