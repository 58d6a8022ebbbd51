import type { ActivityTier } from '../../contract/activity.ts';
import type { Effect } from '../../contract/define.ts';

/** How a request is recorded where that differs from its name and effect. */
type ActionRule = {
  action?: string;
  tier?: ActivityTier;
  /**
   * Recorded for every caller even if the request only reads, unless the input has one of these fields, which ask for
   * the next page.
   */
  unlessFields?: readonly string[];
  /** Recorded even while recording is paused: a pause must not hide changes to the log. */
  recordedWhilePaused?: true;
  /** Recorded only if `[activity].track_link_clicks` is on. */
  isLinkClick?: true;
  /** Fields of the input that are recorded. Fields in none of these three lists are not recorded. */
  recordedFields?: readonly string[];
  /** Fields that hold search text. */
  queryFields?: readonly string[];
  /** Fields that hold mail addresses. */
  addressFields?: readonly string[];
};

const important = { tier: 'important' } as const;

/** Requests that are not simply recorded as `feature.row` with the tier of their effect and without input. */
export const activityActions: Readonly<Record<string, ActionRule>> = {
  'search.find': {
    action: 'mail.search',
    unlessFields: ['cursor', 'offset'],
    queryFields: ['q'],
    recordedFields: ['sort', 'scope'],
  },
  'search.count': { action: 'mail.count', queryFields: ['q'] },
  'search.groups': { action: 'mail.search_groups', queryFields: ['q'] },
  'threads.get': { action: 'mail.open' },
  'messages.body': { action: 'mail.read_body' },
  'messages.headers': { action: 'mail.read_headers' },
  'messages.source': { action: 'mail.read_source' },
  'messages.trust': { action: 'mail.check_sender' },
  'mailbox.list': { action: 'mail.list', recordedFields: ['lens_kind', 'label_id'] },
  'mutations.archive': { action: 'mail.archive', queryFields: ['query'] },
  'mutations.trash': { action: 'mail.trash', queryFields: ['query'] },
  'mutations.spam': { action: 'mail.spam', queryFields: ['query'] },
  'mutations.star': { action: 'mail.star', queryFields: ['query'], recordedFields: ['starred'] },
  'mutations.read': { action: 'mail.mark_read', queryFields: ['query'], recordedFields: ['read'] },
  'mutations.readAndArchive': { action: 'mail.read_and_archive', queryFields: ['query'] },
  'mutations.labels': { action: 'mail.label', queryFields: ['query'], recordedFields: ['add', 'remove'] },
  'mutations.move': { action: 'mail.move', queryFields: ['query'], recordedFields: ['target_label'] },
  'mutations.route': {
    action: 'mail.route',
    queryFields: ['query'],
    recordedFields: ['to_label', 'from_queue_label', 'archive'],
  },
  'mutations.flags': { action: 'mail.set_flags', recordedFields: ['flags'] },
  'mutations.undo': { action: 'mail.undo', recordedFields: ['mutation_id'] },
  'snooze.create': { action: 'mail.snooze', recordedFields: ['until'] },
  'snooze.wake': { action: 'mail.wake' },
  'replyLater.set': { action: 'mail.reply_later', recordedFields: ['flag'] },
  'reminders.set': { recordedFields: ['remind_at'] },
  'labels.create': { recordedFields: ['name'] },
  'labels.rename': { recordedFields: ['from', 'to'] },
  'labels.remove': { ...important, recordedFields: ['name'] },
  'labels.colour': { recordedFields: ['label_id', 'color'] },
  'images.list': { action: 'mail.load_images' },
  'images.allow': { addressFields: ['sender'] },
  'images.forget': { addressFields: ['sender'] },
  'attachments.open': { recordedFields: ['attachment_id'] },
  'attachments.download': { recordedFields: ['attachment_id'] },
  'attachments.preview': { recordedFields: ['attachment_id'] },
  'people.sender': { addressFields: ['email'] },
  'people.autocomplete': { addressFields: ['q'] },
  'merge.send': important,
  'invites.reply': { ...important, recordedFields: ['action'] },
  'subscriptions.unsubscribe': important,
  'subscriptions.purge': important,
  'savedSearches.create': { recordedFields: ['name'], queryFields: ['query'] },
  'savedSearches.update': { recordedFields: ['name', 'new_name'], queryFields: ['query'] },
  'savedSearches.remove': { recordedFields: ['name'] },
  'savedSearches.run': { recordedFields: ['name'], unlessFields: ['offset'] },
  'exports.thread': { recordedFields: ['format'], unlessFields: [] },
  'exports.search': { recordedFields: ['format'], queryFields: ['query'], unlessFields: [] },
  'exports.start': { recordedFields: ['format'], queryFields: ['query'] },
  'drafts.saveLocal': { action: 'mail.save_draft' },
  'drafts.remove': { action: 'mail.discard_draft', recordedFields: ['draft_id'] },
  'drafts.recover': { action: 'mail.recover_draft', recordedFields: ['draft_id'] },
  'drafts.adopt': { action: 'mail.adopt_draft' },
  'outbox.sendStored': { action: 'mail.send', recordedFields: ['draft_id'] },
  'outbox.schedule': { action: 'mail.plan_send', recordedFields: ['draft_id', 'send_at'] },
  'outbox.cancel': { action: 'mail.cancel_send', recordedFields: ['draft_id'] },
  'outbox.resetOrphan': { action: 'mail.deny_send', recordedFields: ['draft_id'] },
  'outbox.retry': { action: 'mail.retry_send', recordedFields: ['send_id'] },
  'outbox.settle': { action: 'mail.affirm_send', recordedFields: ['send_id'] },
  'signatures.save': { recordedFields: ['name'] },
  'signatures.remove': { recordedFields: ['name'] },
  'signatures.setDefault': { recordedFields: ['name', 'kind'] },
  'signatures.clearDefault': { recordedFields: ['kind'] },
  'snippets.save': { recordedFields: ['name'] },
  'snippets.remove': { recordedFields: ['name'] },
  'settings.change': { ...important, recordedFields: ['key'] },
  'tokens.create': { ...important, recordedFields: ['name', 'origin'] },
  'tokens.remove': important,
  'backup.create': important,
  'backup.restore': { ...important, recordedFields: ['name'] },
  'backup.remove': { ...important, recordedFields: ['name'] },
  'import.start': important,
  'import.run': important,
  'import.give': { tier: 'ephemeral' },
  'diagnostics.repair': { ...important, recordedFields: ['action'] },
  'admin.shutdown': important,
  'activity.export': { ...important, recordedFields: ['format'], unlessFields: [] },
  'activity.redact': { ...important, recordedWhilePaused: true },
  'activity.prune': { ...important, recordedWhilePaused: true, recordedFields: ['before', 'tiers'] },
  'activity.pause': { ...important, recordedWhilePaused: true, recordedFields: ['minutes'] },
  'activity.resume': { ...important, recordedWhilePaused: true },
  'activity.linkOpened': { action: 'mail.open_link', tier: 'ephemeral', isLinkClick: true, recordedFields: ['host'] },
};

const tierOfEffect: Record<Effect['safety'], ActivityTier> = {
  read: 'ephemeral',
  fetch: 'ephemeral',
  draft: 'standard',
  mutate: 'standard',
  destroy: 'standard',
  operate: 'standard',
  send: 'important',
};

/** The action name of a request and its retention tier. */
export function actionOf(name: string, { safety }: Effect): { action: string; tier: ActivityTier } {
  const { action = snakeCase(name), tier = tierOfEffect[safety] } = activityActions[name] ?? {};
  return { action, tier };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

const targetKeys = {
  message: ['message_id', 'message_ids', 'sent_message_id'],
  thread: ['thread_id', 'thread_ids'],
  account: ['account_id'],
  job: ['job_id'],
  token: ['token_id'],
} as const;

/** The target of a request: the kind and the id that its input names. */
export function targetOf(name: string, input: Record<string, unknown>): { kind: string; id: string } | undefined {
  if (name === 'snooze.wake' && typeof input['id'] === 'string') return { kind: 'message', id: input['id'] };
  for (const [kind, keys] of Object.entries(targetKeys)) {
    for (const key of keys) {
      const value = input[key];
      const id = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
      if (typeof id === 'string') return { kind, id: id.toLowerCase() };
    }
  }
  return undefined;
}
