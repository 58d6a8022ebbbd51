import type { JsonText } from '../../contract/define.ts';
import type { Feature } from '../../feature.ts';
import type { ReplyOf } from '../../handler-types.ts';
import { relationshipsRequests } from './contract.ts';

export const relationships: Feature<typeof relationshipsRequests> = {
  requests: relationshipsRequests,
  isBackground: true,
  async open(core) {
    const [{ readingJobs }, { relationshipSummaries }] = await Promise.all([
      import('../../mail/relationships/reading-jobs.ts'),
      import('../../mail/assist/relationship-summaries.ts'),
    ]);
    const { clock, workers, dispatch } = core;
    const jobs = readingJobs(
      {
        ...core,
        db: core.mail,
        accounts: core.allAccounts,
        select: (mail) => workers.reader.ask('selectPeopleMail', mail),
        readTodos: (messages) => workers.reader.ask('readTodos', { messages, now: clock.now().getTime() }),
      },
      {
        kind: 'relationships.rebuild',
        operation: 'rebuild-relationship',
        doing: 'Reading mail with a person',
        cancelled: 'rebuild_cancelled',
        stopped: 'rebuild_stopped',
      },
    );
    return {
      handlers: async () =>
        (await import('./handlers.ts')).relationshipsHandlers({
          start: jobs.start,
          summaries: relationshipSummaries({
            ...core,
            db: core.mail,
            readMessages: (messages) => workers.reader.ask('readableMessages', messages),
          }),
          // On a reader, because it reads all mail with the person.
          async profileOf(input, caller) {
            const reply = (await dispatch('relationships.get', input, caller)) as JsonText;
            return (reply.value() as ReplyOf<(typeof relationshipsRequests)['get']>).profile;
          },
        }),
      loops: [jobs.loop],
      cancel: jobs.cancel,
    };
  },
  async readers(deps) {
    const [{ relationshipsReaders }, { readRelationshipSummary }] = await Promise.all([
      import('./readers.ts'),
      import('../../mail/assist/relationship-summaries.ts'),
    ]);
    return relationshipsReaders({ ...deps, summaries: { read: readRelationshipSummary } });
  },
};
