import type { Contract } from './contract.ts';
import { accountsHandlers, type AccountsDeps } from './features/accounts/handlers.ts';
import { activityHandlers, type ActivityHandlerDeps } from './features/activity/handlers.ts';
import { adminHandlers, type AdminDeps } from './features/admin/handlers.ts';
import { attachmentsHandlers, type AttachmentsDeps } from './features/attachments/handlers.ts';
import { backupHandlers, type BackupHandlerDeps } from './features/backup/handlers.ts';
import { clientHandlers, type ClientDeps } from './features/client/handlers.ts';
import { composeHandlers, type ComposeDeps } from './features/compose/handlers.ts';
import { demoHandlers, type DemoDeps } from './features/demo/handlers.ts';
import { diagnosticsHandlers, type DiagnosticsDeps } from './features/diagnostics/handlers.ts';
import { draftsHandlers, type DraftsDeps } from './features/drafts/handlers.ts';
import { imagesHandlers, type ImagesDeps } from './features/images/handlers.ts';
import { exportsHandlers, type ExportsDeps } from './features/exports/handlers.ts';
import { importHandlers, type ImportDeps } from './features/import/handlers.ts';
import { invitesHandlers, type InviteReplyDeps } from './features/invites/reply.ts';
import { inviteComposition } from './features/invites/composition.ts';
import { jobsHandlers, type JobsDeps } from './features/jobs/handlers.ts';
import { keysHandlers, type KeysDeps } from './features/keys/handlers.ts';
import { labelsHandlers, type LabelsDeps } from './features/labels/handlers.ts';
import { mailboxHandlers, type MailboxDeps } from './features/mailbox/handlers.ts';
import { mergeHandlers, type MergeDeps } from './features/merge/handlers.ts';
import { effectsOfUndo } from './features/mutations/effects.ts';
import { mutationsHandlers, type MutationsDeps } from './features/mutations/handlers.ts';
import { notificationsHandlers, type NotificationsDeps } from './features/notifications/handlers.ts';
import { outboxHandlers, type OutboxDeps } from './features/outbox/handlers.ts';
import { receiptOf } from './features/outbox/wire.ts';
import { remindersHandlers, type RemindersDeps } from './features/reminders/handlers.ts';
import { replyLaterHandlers, type ReplyLaterDeps } from './features/reply-later/handlers.ts';
import { savedSearchesHandlers, type SavedSearchesDeps } from './features/saved-searches/handlers.ts';
import { secretsHandlers, type SecretsDeps } from './features/secrets/handlers.ts';
import { settingsHandlers, type SettingsDeps } from './features/settings/handlers.ts';
import { signaturesHandlers, type SignaturesDeps } from './features/signatures/handlers.ts';
import { snippetsHandlers, type SnippetsDeps } from './features/snippets/handlers.ts';
import { snoozeHandlers, type SnoozeDeps } from './features/snooze/handlers.ts';
import { subscriptionsHandlers, type SubscriptionsDeps } from './features/subscriptions/handlers.ts';
import { syncHandlers, type SyncDeps } from './features/sync/handlers.ts';
import { tokensHandlers, type TokensDeps } from './features/tokens/handlers.ts';
import type { FileFolders } from './file-folders.ts';
import type { Handlers } from './handler-types.ts';
import type { FileCache } from './mail/attachments/file-cache.ts';
import type { SendingService } from './mail/outbox/sending-service.ts';
import type { OutgoingFetch } from './outgoing/outgoing-fetch.ts';

type AllHandlers = {
  [Feature in keyof Contract as keyof Handlers<Contract[Feature]> extends never ? never : Feature]: Handlers<
    Contract[Feature]
  >;
};

export type HandlerDeps = AccountsDeps &
  ActivityHandlerDeps &
  AdminDeps &
  AttachmentsDeps &
  BackupHandlerDeps &
  ClientDeps &
  Omit<ComposeDeps, 'receiptOf' | 'inviteAnswers'> &
  DemoDeps &
  DiagnosticsDeps &
  DraftsDeps &
  ImagesDeps &
  ExportsDeps &
  ImportDeps &
  InviteReplyDeps &
  Omit<JobsDeps, 'effectsOfUndo' | 'cancelWork'> &
  KeysDeps &
  LabelsDeps &
  MailboxDeps &
  MergeDeps &
  MutationsDeps &
  NotificationsDeps &
  OutboxDeps &
  RemindersDeps &
  ReplyLaterDeps &
  SavedSearchesDeps &
  SecretsDeps &
  SettingsDeps &
  SignaturesDeps &
  SnippetsDeps &
  SnoozeDeps &
  SubscriptionsDeps &
  SyncDeps &
  TokensDeps & { cache: FileCache; folders: FileFolders; fetch: OutgoingFetch; sending: SendingService };

/** The handlers that run on the main thread: the same names as in `contract.ts`. */
export function createFeatureHandlers(deps: HandlerDeps): AllHandlers {
  return {
    accounts: accountsHandlers(deps),
    activity: activityHandlers(deps),
    admin: adminHandlers(deps),
    attachments: attachmentsHandlers(deps),
    backup: backupHandlers(deps),
    client: clientHandlers(deps),
    compose: composeHandlers({ ...deps, receiptOf, inviteAnswers: inviteComposition(deps) }),
    demo: demoHandlers(deps),
    diagnostics: diagnosticsHandlers(deps),
    drafts: draftsHandlers(deps),
    images: imagesHandlers(deps),
    exports: exportsHandlers(deps),
    import: importHandlers(deps),
    invites: invitesHandlers(deps),
    jobs: jobsHandlers({
      ...deps,
      effectsOfUndo,
      cancelWork: (job_id) =>
        [deps.exportLoop, deps.mergeLoop, deps.backups].some((work) => work.cancel(job_id)) ||
        deps.cancelImport(job_id),
    }),
    keys: keysHandlers(deps),
    labels: labelsHandlers(deps),
    mailbox: mailboxHandlers(deps),
    merge: mergeHandlers(deps),
    mutations: mutationsHandlers(deps),
    notifications: notificationsHandlers(deps),
    outbox: outboxHandlers(deps),
    reminders: remindersHandlers(deps),
    replyLater: replyLaterHandlers(deps),
    savedSearches: savedSearchesHandlers(deps),
    secrets: secretsHandlers(deps),
    settings: settingsHandlers(deps),
    signatures: signaturesHandlers(deps),
    snippets: snippetsHandlers(deps),
    snooze: snoozeHandlers(deps),
    subscriptions: subscriptionsHandlers(deps),
    sync: syncHandlers(deps),
    tokens: tokensHandlers(deps),
  };
}
