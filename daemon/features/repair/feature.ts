import type { Feature } from '../../feature.ts';
import { repairRequests } from './contract.ts';

export const repair: Feature<typeof repairRequests> = {
  requests: repairRequests,
  async open({ config, storeGuard, ...core }) {
    const [{ repairHandlers }, { repairTasks, repairedConfigFiles }, { createBackupLister }, { backupDir }] =
      await Promise.all([
        import('./handlers.ts'),
        import('./tasks.ts'),
        import('../../mail/backups/backup-folder.ts'),
        import('../../config/paths.ts'),
      ]);
    const { paths } = core;
    const { dataDir, configDir = dataDir, home = dataDir } = paths;
    const backupFolder = () => backupDir({ home, configDir, dataDir }, config.current);
    const list = createBackupLister(core.instance);
    const restart = () => core.requestStop('restart');
    return {
      handlers: repairHandlers({
        problem: storeGuard.problem,
        isReadable: true,
        dataDir,
        mailFile: core.files.mail,
        soundBackups: async () => (await list(backupFolder())).filter(({ is_sound }) => is_sound).length,
        tasks: repairTasks({ ...core, dataDir, backupFolder, configFiles: repairedConfigFiles(paths), restart }),
        restart: () => setImmediate(restart),
      }),
    };
  },
};
