import type { Feature } from '../../feature.ts';
import { importRequests } from './contract.ts';
import { join } from 'node:path';

export const importFeature: Feature<typeof importRequests> = {
  requests: importRequests,
  isBackground: true,
  async open(core) {
    const [{ importLoop }, { openSpool }, { spoolSweepLoop }] = await Promise.all([
      import('./loop.ts'),
      import('./spool.ts'),
      import('./spool-sweep-loop.ts'),
    ]);
    const { clock, read, mail: write, paths, freeBytes } = core;
    const spool = openSpool({ clock, folder: join(paths.dataDir, 'import-files'), freeBytes });
    const imports = importLoop({
      ...core,
      write,
      unpackDir: join(paths.dataDir, 'import'),
      release: spool.release,
      saveFolders: (folders) => core.workers.ingest.ask('syncFolders', folders),
      storeImportBatch: (batch) => core.workers.ingest.ask('storeImportBatch', batch),
    });
    return {
      handlers: async () =>
        (await import('./handlers.ts')).importHandlers({
          clock,
          wakeImports: imports.wake,
          cancelImport: imports.cancel,
          importSpool: spool,
        }),
      loops: [imports, spoolSweepLoop({ read, clock, spool })],
      cancel: imports.cancel,
    };
  },
};
