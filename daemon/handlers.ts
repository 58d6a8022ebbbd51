import type { Contract } from './contract.ts';
import { accountsHandlers, type AccountsParts } from './features/accounts/handlers.ts';
import { activityHandlers, type ActivityHandlerParts } from './features/activity/handlers.ts';
import { adminHandlers, type AdminParts } from './features/admin/handlers.ts';
import { attachmentsHandlers, type AttachmentsParts } from './features/attachments/handlers.ts';
import { backupHandlers, type BackupHandlerParts } from './features/backup/handlers.ts';
import { clientHandlers, type ClientParts } from './features/client/handlers.ts';
import { composeHandlers, type ComposeParts } from './features/compose/handlers.ts';
import { demoHandlers, type DemoParts } from './features/demo/handlers.ts';
import { diagnosticsHandlers, type DiagnosticsParts } from './features/diagnostics/handlers.ts';
import { draftsHandlers, type DraftsParts } from './features/drafts/handlers.ts';
import { imagesHandlers, type ImagesParts } from './features/images/handlers.ts';
import { exportsHandlers, type ExportsParts } from './features/exports/handlers.ts';
import { importHandlers, type ImportParts } from './features/import/handlers.ts';
import { invitesHandlers, type InviteReplyParts } from './features/invites/reply.ts';
import { inviteWriting } from './features/invites/writing.ts';
import { jobsHandlers, type JobsParts } from './features/jobs/handlers.ts';
import { keysHandlers, type KeysParts } from './features/keys/handlers.ts';
import { labelsHandlers, type LabelsParts } from './features/labels/handlers.ts';
import { mailboxHandlers, type MailboxParts } from './features/mailbox/handlers.ts';
import { mergeHandlers, type MergeParts } from './features/merge/handlers.ts';
import { effectsOfUndo } from './features/mutations/effects.ts';
import { mutationsHandlers, type MutationsParts } from './features/mutations/handlers.ts';
import { notificationsHandlers, type NotificationsParts } from './features/notifications/handlers.ts';
import { outboxHandlers, type OutboxParts } from './features/outbox/handlers.ts';
import { receiptOf } from './features/outbox/wire.ts';
import { remindersHandlers, type RemindersParts } from './features/reminders/handlers.ts';
import { replyLaterHandlers, type ReplyLaterParts } from './features/reply-later/handlers.ts';
import { savedSearchesHandlers, type SavedSearchesParts } from './features/saved-searches/handlers.ts';
import { secretsHandlers, type SecretsParts } from './features/secrets/handlers.ts';
import { settingsHandlers, type SettingsParts } from './features/settings/handlers.ts';
import { signaturesHandlers, type SignaturesParts } from './features/signatures/handlers.ts';
import { snippetsHandlers, type SnippetsParts } from './features/snippets/handlers.ts';
import { snoozeHandlers, type SnoozeParts } from './features/snooze/handlers.ts';
import { subscriptionsHandlers, type SubscriptionsParts } from './features/subscriptions/handlers.ts';
import { syncHandlers, type SyncParts } from './features/sync/handlers.ts';
import { tokensHandlers, type TokensParts } from './features/tokens/handlers.ts';
import type { FileFolders } from './file-folders.ts';
import type { Handlers } from './handling.ts';
import type { FileCache } from './mail/file-cache.ts';
import type { Sending } from './mail/sending.ts';
import type { OutgoingFetch } from './outgoing/outgoing-fetch.ts';

type AllHandlers = {
  [Feature in keyof Contract as keyof Handlers<Contract[Feature]> extends never ? never : Feature]: Handlers<
    Contract[Feature]
  >;
};

export type HandlerParts = AccountsParts &
  ActivityHandlerParts &
  AdminParts &
  AttachmentsParts &
  BackupHandlerParts &
  ClientParts &
  Omit<ComposeParts, 'receiptOf' | 'inviteAnswers'> &
  DemoParts &
  DiagnosticsParts &
  DraftsParts &
  ImagesParts &
  ExportsParts &
  ImportParts &
  InviteReplyParts &
  Omit<JobsParts, 'effectsOfUndo' | 'cancelWork'> &
  KeysParts &
  LabelsParts &
  MailboxParts &
  MergeParts &
  MutationsParts &
  NotificationsParts &
  OutboxParts &
  RemindersParts &
  ReplyLaterParts &
  SavedSearchesParts &
  SecretsParts &
  SettingsParts &
  SignaturesParts &
  SnippetsParts &
  SnoozeParts &
  SubscriptionsParts &
  SyncParts &
  TokensParts & { cache: FileCache; folders: FileFolders; fetch: OutgoingFetch; sending: Sending };

/** The handlers that run on the main thread: the same names as in `contract.ts`. */
export function handlers(parts: HandlerParts): AllHandlers {
  return {
    accounts: accountsHandlers(parts),
    activity: activityHandlers(parts),
    admin: adminHandlers(parts),
    attachments: attachmentsHandlers(parts),
    backup: backupHandlers(parts),
    client: clientHandlers(parts),
    compose: composeHandlers({ ...parts, receiptOf, inviteAnswers: inviteWriting(parts) }),
    demo: demoHandlers(parts),
    diagnostics: diagnosticsHandlers(parts),
    drafts: draftsHandlers(parts),
    images: imagesHandlers(parts),
    exports: exportsHandlers(parts),
    import: importHandlers(parts),
    invites: invitesHandlers(parts),
    jobs: jobsHandlers({
      ...parts,
      effectsOfUndo,
      cancelWork: (job_id) =>
        [parts.exporting, parts.merging, parts.backups].some((work) => work.cancel(job_id)) ||
        parts.cancelImport(job_id),
    }),
    keys: keysHandlers(parts),
    labels: labelsHandlers(parts),
    mailbox: mailboxHandlers(parts),
    merge: mergeHandlers(parts),
    mutations: mutationsHandlers(parts),
    notifications: notificationsHandlers(parts),
    outbox: outboxHandlers(parts),
    reminders: remindersHandlers(parts),
    replyLater: replyLaterHandlers(parts),
    savedSearches: savedSearchesHandlers(parts),
    secrets: secretsHandlers(parts),
    settings: settingsHandlers(parts),
    signatures: signaturesHandlers(parts),
    snippets: snippetsHandlers(parts),
    snooze: snoozeHandlers(parts),
    subscriptions: subscriptionsHandlers(parts),
    sync: syncHandlers(parts),
    tokens: tokensHandlers(parts),
  };
}
