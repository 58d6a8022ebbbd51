import type { Feature } from '../../feature.ts';
import { commitmentsRequests } from './contract.ts';

export const commitments: Feature<typeof commitmentsRequests> = {
  requests: commitmentsRequests,
  isBackground: true,
  async open(core) {
    const { readingJobs } = await import('../../mail/relationships/reading-jobs.ts');
    const { clock, workers } = core;
    const jobs = readingJobs(
      {
        ...core,
        db: core.mail,
        accounts: core.allAccounts,
        select: (mail) => workers.reader.ask('selectPeopleMail', mail),
        readTodos: (messages) => workers.reader.ask('readTodos', { messages, now: clock.now().getTime() }),
      },
      {
        kind: 'commitments.scan',
        operation: 'scan-commitments',
        doing: 'Looking for promises',
        cancelled: 'scan_cancelled',
        stopped: 'scan_stopped',
      },
    );
    return {
      handlers: async () => (await import('./handlers.ts')).commitmentsHandlers({ ...core, start: jobs.start }),
      loops: [jobs.loop],
      cancel: jobs.cancel,
    };
  },
  async readers(deps) {
    const { commitmentsReaders } = await import('./readers.ts');
    return commitmentsReaders(deps);
  },
};
