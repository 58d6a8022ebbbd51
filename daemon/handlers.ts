import type { Contract } from './contract.ts';
import { accountsHandlers, type AccountsParts } from './features/accounts/handlers.ts';
import { adminHandlers, type AdminParts } from './features/admin/handlers.ts';
import { backupHandlers, type BackupHandlerParts } from './features/backup/handlers.ts';
import { clientHandlers, type ClientParts } from './features/client/handlers.ts';
import { importHandlers, type ImportParts } from './features/import/handlers.ts';
import { jobsHandlers, type JobsParts } from './features/jobs/handlers.ts';
import { labelsHandlers, type LabelsParts } from './features/labels/handlers.ts';
import { mailboxHandlers, type MailboxParts } from './features/mailbox/handlers.ts';
import { effectsOfUndo } from './features/mutations/effects.ts';
import { mutationsHandlers, type MutationsParts } from './features/mutations/handlers.ts';
import { remindersHandlers, type RemindersParts } from './features/reminders/handlers.ts';
import { replyLaterHandlers, type ReplyLaterParts } from './features/reply-later/handlers.ts';
import { settingsHandlers, type SettingsParts } from './features/settings/handlers.ts';
import { snoozeHandlers, type SnoozeParts } from './features/snooze/handlers.ts';
import { syncHandlers, type SyncParts } from './features/sync/handlers.ts';
import { tokensHandlers, type TokensParts } from './features/tokens/handlers.ts';
import type { FileFolders } from './file-folders.ts';
import type { Handlers } from './handling.ts';
import type { FileCache } from './mail/file-cache.ts';

type AllHandlers = {
  [Feature in keyof Contract as keyof Handlers<Contract[Feature]> extends never ? never : Feature]: Handlers<
    Contract[Feature]
  >;
};

export type HandlerParts = AccountsParts &
  AdminParts &
  BackupHandlerParts &
  ClientParts &
  ImportParts &
  Omit<JobsParts, 'effectsOfUndo'> &
  LabelsParts &
  MailboxParts &
  MutationsParts &
  RemindersParts &
  ReplyLaterParts &
  SettingsParts &
  SnoozeParts &
  SyncParts &
  TokensParts & { cache: FileCache; folders: FileFolders };

/** The handlers that run on the main thread: the same names as in `contract.ts`. */
export function handlers(parts: HandlerParts): AllHandlers {
  return {
    accounts: accountsHandlers(parts),
    admin: adminHandlers(parts),
    backup: backupHandlers(parts),
    client: clientHandlers(parts),
    import: importHandlers(parts),
    jobs: jobsHandlers({ ...parts, effectsOfUndo }),
    labels: labelsHandlers(parts),
    mailbox: mailboxHandlers(parts),
    mutations: mutationsHandlers(parts),
    reminders: remindersHandlers(parts),
    replyLater: replyLaterHandlers(parts),
    settings: settingsHandlers(parts),
    snooze: snoozeHandlers(parts),
    sync: syncHandlers(parts),
    tokens: tokensHandlers(parts),
  };
}
