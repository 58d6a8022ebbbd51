import type { Feature } from '../../feature.ts';
import { remindersRequests } from './contract.ts';

export const reminders: Feature<typeof remindersRequests> = {
  requests: remindersRequests,
  isBackground: true,
  async open(core) {
    const { reminderLoop } = await import('./loop.ts');
    const { recordDeferred } = core.recorder;
    const loop = reminderLoop({ ...core, db: core.mail, recordDeferred, accounts: core.allAccounts });
    return {
      handlers: async () => (await import('./handlers.ts')).remindersHandlers({ ...core, onReminderSet: loop.notify }),
      loops: [loop],
      onResume: loop.notify,
      afterSync: (account, { added }) => loop.noteStored(account, added),
    };
  },
};
