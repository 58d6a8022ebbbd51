import { app, shell } from 'electron';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { ProblemFiles } from '../../daemon/contract/desktop.ts';
import { appLogLines } from './app-log.ts';
import { crashFilesIn } from './crash-files.ts';

type ProblemDeps = { stateFolder: string; now(): Date };

/** What “Report a problem” is made of. Everything stays on this computer: the user sends what they choose. */
export type ProblemReports = {
  files(): ProblemFiles;
  /** Saves a folder among the downloads, and shows it. Throws with a sentence. */
  save(report: unknown): void;
};

/** In characters; the page makes shorter ones. */
const maxText = 2_000_000;

const savedReport = z.object({ text: z.string().min(1).max(maxText), withCrashFiles: z.boolean() });

export function createProblemReports({ stateFolder, now }: ProblemDeps): ProblemReports {
  const crashFiles = () => crashFilesIn(app.getPath('crashDumps'));
  return {
    files: () => ({
      // The folder of the app is beside that of the logs.
      log: appLogLines(join(dirname(stateFolder), 'logs', 'desktop.log')),
      crashFiles: crashFiles().map(({ name, bytes, at }) => ({ name, bytes, at })),
    }),
    save(report) {
      const parsed = savedReport.safeParse(report);
      if (!parsed.success) throw new Error('The report isn’t complete. Open it again.');
      const { text, withCrashFiles } = parsed.data;
      const folder = unusedFolder(app.getPath('downloads'), `Posthorn report ${dayOf(now())}`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, 'report.md');
      writeFileSync(file, text, { mode: 0o600 });
      if (withCrashFiles) for (const { path, name } of crashFiles()) copyFileSync(path, join(folder, name));
      shell.showItemInFolder(file);
    },
  };
}

function dayOf(moment: Date): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

function unusedFolder(parent: string, name: string): string {
  for (let number = 1; ; number++) {
    const folder = join(parent, number === 1 ? name : `${name} (${number})`);
    if (!existsSync(folder)) return folder;
  }
}
