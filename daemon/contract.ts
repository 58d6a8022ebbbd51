import { accountsRequests } from './features/accounts/contract.ts';
import { activityRequests } from './features/activity/contract.ts';
import { adminRequests } from './features/admin/contract.ts';
import { attachmentsRequests } from './features/attachments/contract.ts';
import { backupRequests } from './features/backup/contract.ts';
import { clientRequests } from './features/client/contract.ts';
import { composeRequests } from './features/compose/contract.ts';
import { demoRequests } from './features/demo/contract.ts';
import { diagnosticsRequests } from './features/diagnostics/contract.ts';
import { imagesRequests } from './features/images/contract.ts';
import { draftsRequests } from './features/drafts/contract.ts';
import { exportsRequests } from './features/exports/contract.ts';
import { importRequests } from './features/import/contract.ts';
import { invitesRequests } from './features/invites/contract.ts';
import { jobsRequests } from './features/jobs/contract.ts';
import { keysRequests } from './features/keys/contract.ts';
import { labelsRequests } from './features/labels/contract.ts';
import { mailboxRequests } from './features/mailbox/contract.ts';
import { mergeRequests } from './features/merge/contract.ts';
import { messagesRequests } from './features/messages/contract.ts';
import { mutationsRequests } from './features/mutations/contract.ts';
import { notificationsRequests } from './features/notifications/contract.ts';
import { outboxRequests } from './features/outbox/contract.ts';
import { peopleRequests } from './features/people/contract.ts';
import { remindersRequests } from './features/reminders/contract.ts';
import { replyLaterRequests } from './features/reply-later/contract.ts';
import { savedSearchesRequests } from './features/saved-searches/contract.ts';
import { searchRequests } from './features/search/contract.ts';
import { secretsRequests } from './features/secrets/contract.ts';
import { settingsRequests } from './features/settings/contract.ts';
import { signaturesRequests } from './features/signatures/contract.ts';
import { snippetsRequests } from './features/snippets/contract.ts';
import { snoozeRequests } from './features/snooze/contract.ts';
import { subscriptionsRequests } from './features/subscriptions/contract.ts';
import { syncRequests } from './features/sync/contract.ts';
import { threadsRequests } from './features/threads/contract.ts';
import { tokensRequests } from './features/tokens/contract.ts';
import type { Request } from './contract/define.ts';

/** Every request there is. Router, OpenAPI document, typed clients and the safety check are derived from it. */
export const contract = {
  accounts: accountsRequests,
  activity: activityRequests,
  admin: adminRequests,
  attachments: attachmentsRequests,
  backup: backupRequests,
  client: clientRequests,
  compose: composeRequests,
  demo: demoRequests,
  diagnostics: diagnosticsRequests,
  images: imagesRequests,
  drafts: draftsRequests,
  exports: exportsRequests,
  import: importRequests,
  invites: invitesRequests,
  jobs: jobsRequests,
  keys: keysRequests,
  labels: labelsRequests,
  mailbox: mailboxRequests,
  merge: mergeRequests,
  messages: messagesRequests,
  mutations: mutationsRequests,
  notifications: notificationsRequests,
  outbox: outboxRequests,
  people: peopleRequests,
  reminders: remindersRequests,
  replyLater: replyLaterRequests,
  savedSearches: savedSearchesRequests,
  search: searchRequests,
  secrets: secretsRequests,
  settings: settingsRequests,
  signatures: signaturesRequests,
  snippets: snippetsRequests,
  snooze: snoozeRequests,
  subscriptions: subscriptionsRequests,
  sync: syncRequests,
  threads: threadsRequests,
  tokens: tokensRequests,
};

export type Contract = typeof contract;

/** `feature.row`, as the local socket and the tests name a request. */
export type RequestName = {
  [Feature in keyof Contract]: `${Feature}.${Extract<keyof Contract[Feature], string>}`;
}[keyof Contract];

/** The rows by name. */
export function requestsByName(table: Record<string, Record<string, Request>> = contract): Map<string, Request> {
  return new Map(
    Object.entries(table).flatMap(([feature, rows]) =>
      Object.entries(rows).map(([row, request]) => [`${feature}.${row}`, request] as const),
    ),
  );
}
