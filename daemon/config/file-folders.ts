import { join } from 'node:path';
import { attachmentDir, downloadDir, type Paths } from './paths.ts';
import type { Config } from './schema/schema.ts';

/** Where files go that are no part of the store. The configuration may move them at any time. */
type FileFolders = {
  /** What can be fetched again. */
  attachments: () => string;
  /** What a person saves. */
  downloads: () => string;
};

/** As the configuration says. Without its paths both lie in the data folder. */
export function fileFolders(
  {
    dataDir,
    home = dataDir,
    configDir = dataDir,
    downloadDir: downloads = join(dataDir, 'downloads'),
  }: Pick<Paths, 'dataDir'> & Partial<Pick<Paths, 'home' | 'configDir' | 'downloadDir'>>,
  config: () => Config,
): FileFolders {
  const paths = { dataDir, home, configDir, downloadDir: downloads };
  return { attachments: () => attachmentDir(paths, config()), downloads: () => downloadDir(paths, config()) };
}
