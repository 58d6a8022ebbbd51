import { accounts } from './features/accounts/feature.ts';
import { activity } from './features/activity/feature.ts';
import { admin } from './features/admin/feature.ts';
import { agents } from './features/agents/feature.ts';
import { analytics } from './features/analytics/feature.ts';
import { approvals } from './features/approvals/feature.ts';
import { assist } from './features/assist/feature.ts';
import { attachments } from './features/attachments/feature.ts';
import { authorization } from './features/authorization/feature.ts';
import { backup } from './features/backup/feature.ts';
import { blockedSenders } from './features/blocked-senders/feature.ts';
import { changes } from './features/changes/feature.ts';
import { classification } from './features/classification/feature.ts';
import { client } from './features/client/feature.ts';
import { commitments } from './features/commitments/feature.ts';
import { compose } from './features/compose/feature.ts';
import { deliveries } from './features/deliveries/feature.ts';
import { demo } from './features/demo/feature.ts';
import { diagnostics } from './features/diagnostics/feature.ts';
import { gists } from './features/gists/feature.ts';
import { images } from './features/images/feature.ts';
import { drafts } from './features/drafts/feature.ts';
import { exports } from './features/exports/feature.ts';
import { importFeature } from './features/import/feature.ts';
import { invites } from './features/invites/feature.ts';
import { jobs } from './features/jobs/feature.ts';
import { keys } from './features/keys/feature.ts';
import { labels } from './features/labels/feature.ts';
import { localPages } from './features/local-pages/feature.ts';
import { llm } from './features/llm/feature.ts';
import { mailbox } from './features/mailbox/feature.ts';
import { merge } from './features/merge/feature.ts';
import { messages } from './features/messages/feature.ts';
import { modes } from './features/modes/feature.ts';
import { mutations } from './features/mutations/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { outbox } from './features/outbox/feature.ts';
import { people } from './features/people/feature.ts';
import { relationships } from './features/relationships/feature.ts';
import { reminders } from './features/reminders/feature.ts';
import { repair } from './features/repair/feature.ts';
import { replyLater } from './features/reply-later/feature.ts';
import { rules } from './features/rules/feature.ts';
import { savedSearches } from './features/saved-searches/feature.ts';
import { screener } from './features/screener/feature.ts';
import { search } from './features/search/feature.ts';
import { semantic } from './features/semantic/feature.ts';
import { secrets } from './features/secrets/feature.ts';
import { serverFilters } from './features/server-filters/feature.ts';
import { settings } from './features/settings/feature.ts';
import { signatures } from './features/signatures/feature.ts';
import { snippets } from './features/snippets/feature.ts';
import { snooze } from './features/snooze/feature.ts';
import { subscriptions } from './features/subscriptions/feature.ts';
import { sync } from './features/sync/feature.ts';
import { threads } from './features/threads/feature.ts';
import { todos } from './features/todos/feature.ts';
import { tokens } from './features/tokens/feature.ts';
import { voice } from './features/voice/feature.ts';
import { webhooks } from './features/webhooks/feature.ts';

/** Every feature, by the name that its requests begin with. The contract is derived from this list. */
export const features = {
  accounts,
  activity,
  admin,
  agents,
  analytics,
  approvals,
  assist,
  attachments,
  authorization,
  backup,
  blockedSenders,
  changes,
  classification,
  client,
  commitments,
  compose,
  deliveries,
  demo,
  diagnostics,
  gists,
  images,
  drafts,
  exports,
  import: importFeature,
  invites,
  jobs,
  keys,
  labels,
  localPages,
  llm,
  mailbox,
  merge,
  messages,
  modes,
  mutations,
  notifications,
  outbox,
  people,
  relationships,
  reminders,
  repair,
  replyLater,
  rules,
  savedSearches,
  screener,
  search,
  secrets,
  semantic,
  serverFilters,
  settings,
  signatures,
  snippets,
  snooze,
  subscriptions,
  sync,
  threads,
  todos,
  tokens,
  voice,
  webhooks,
};
