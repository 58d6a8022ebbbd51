import type { Feature } from '../../feature.ts';
import { backupRequests } from './contract.ts';

export const backup: Feature<typeof backupRequests> = {
  requests: backupRequests,
  isBackground: true,
  async open(core) {
    const [{ backupLoop }, { backupDeps }, { automaticBackupsOf }] = await Promise.all([
      import('./loop.ts'),
      import('./backup-worker.ts'),
      import('./automatic-backups.ts'),
    ]);
    const deps = backupDeps({
      ...core,
      config: () => core.config.current,
      hold: core.workers.hold,
      restart: () => core.requestStop('restart'),
    });
    const backups = backupLoop({ ...core, ...deps, write: core.mail });
    const automatic = core.automaticBackups ? automaticBackupsOf(core, { backups, folder: deps.folder }) : undefined;
    return {
      handlers: async () =>
        (await import('./handlers.ts')).backupHandlers({ ...core, backupFolder: deps.folder, backups, automatic }),
      loops: automatic ? [backups, automatic] : [backups],
      cancel: backups.cancel,
    };
  },
};
