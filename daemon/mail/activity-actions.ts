import type { ActivityTier } from '../contract/activity.ts';
import type { Effect } from '../contract/define.ts';

/** How one request is recorded, as far as it is not as its name and effect say. */
type Action = {
  action?: string;
  tier?: ActivityTier;
  /** Recorded of everybody, though it only reads, unless one of these says that more of the same was asked for. */
  unless?: readonly string[];
  /** Recorded also while recording is paused: nobody is to hide behind a pause what they do to the log. */
  inPause?: true;
  /** Only where `[activity].track_link_clicks` is on. */
  isLinkClick?: true;
  /** Fields of the input that are kept. What is in none of these three is kept nowhere. */
  facts?: readonly string[];
  /** Fields that hold the words of a search. */
  searches?: readonly string[];
  /** Fields that hold people's addresses. */
  handles?: readonly string[];
};

const important = { tier: 'important' } as const;

/** Every request that is not recorded as `feature.row` with the tier of its effect and nothing of its input. */
export const activityActions: Readonly<Record<string, Action>> = {
  'search.find': { action: 'mail.search', unless: ['cursor', 'offset'], searches: ['q'], facts: ['sort', 'scope'] },
  'search.count': { action: 'mail.count', searches: ['q'] },
  'search.groups': { action: 'mail.search_groups', searches: ['q'] },
  'threads.get': { action: 'mail.open' },
  'messages.body': { action: 'mail.read_body' },
  'messages.headers': { action: 'mail.read_headers' },
  'messages.source': { action: 'mail.read_source' },
  'messages.trust': { action: 'mail.check_sender' },
  'mailbox.list': { action: 'mail.list', facts: ['lens_kind', 'label_id'] },
  'mutations.archive': { action: 'mail.archive', searches: ['query'] },
  'mutations.trash': { action: 'mail.trash', searches: ['query'] },
  'mutations.spam': { action: 'mail.spam', searches: ['query'] },
  'mutations.star': { action: 'mail.star', searches: ['query'], facts: ['starred'] },
  'mutations.read': { action: 'mail.mark_read', searches: ['query'], facts: ['read'] },
  'mutations.readAndArchive': { action: 'mail.read_and_archive', searches: ['query'] },
  'mutations.labels': { action: 'mail.label', searches: ['query'], facts: ['add', 'remove'] },
  'mutations.move': { action: 'mail.move', searches: ['query'], facts: ['target_label'] },
  'mutations.route': { action: 'mail.route', searches: ['query'], facts: ['to_label', 'from_queue_label', 'archive'] },
  'mutations.flags': { action: 'mail.set_flags', facts: ['flags'] },
  'mutations.undo': { action: 'mail.undo', facts: ['mutation_id'] },
  'snooze.create': { action: 'mail.snooze', facts: ['until'] },
  'snooze.wake': { action: 'mail.wake' },
  'replyLater.set': { action: 'mail.reply_later', facts: ['flag'] },
  'reminders.set': { facts: ['remind_at'] },
  'labels.create': { facts: ['name'] },
  'labels.rename': { facts: ['from', 'to'] },
  'labels.remove': { ...important, facts: ['name'] },
  'labels.colour': { facts: ['label_id', 'color'] },
  'images.list': { action: 'mail.load_images' },
  'images.allow': { handles: ['sender'] },
  'images.forget': { handles: ['sender'] },
  'attachments.open': { facts: ['attachment_id'] },
  'attachments.download': { facts: ['attachment_id'] },
  'attachments.preview': { facts: ['attachment_id'] },
  'people.sender': { handles: ['email'] },
  'people.autocomplete': { handles: ['q'] },
  'merge.send': important,
  'invites.reply': { ...important, facts: ['action'] },
  'subscriptions.unsubscribe': important,
  'subscriptions.purge': important,
  'savedSearches.create': { facts: ['name'], searches: ['query'] },
  'savedSearches.update': { facts: ['name', 'new_name'], searches: ['query'] },
  'savedSearches.remove': { facts: ['name'] },
  'savedSearches.run': { facts: ['name'], unless: ['offset'] },
  'exports.thread': { facts: ['format'], unless: [] },
  'exports.search': { facts: ['format'], searches: ['query'], unless: [] },
  'exports.start': { facts: ['format'], searches: ['query'] },
  'drafts.saveLocal': { action: 'mail.save_draft' },
  'drafts.remove': { action: 'mail.discard_draft', facts: ['draft_id'] },
  'drafts.recover': { action: 'mail.recover_draft', facts: ['draft_id'] },
  'drafts.adopt': { action: 'mail.adopt_draft' },
  'outbox.sendStored': { action: 'mail.send', facts: ['draft_id'] },
  'outbox.schedule': { action: 'mail.plan_send', facts: ['draft_id', 'send_at'] },
  'outbox.cancel': { action: 'mail.cancel_send', facts: ['draft_id'] },
  'outbox.resetOrphan': { action: 'mail.deny_send', facts: ['draft_id'] },
  'outbox.retry': { action: 'mail.retry_send', facts: ['send_id'] },
  'outbox.settle': { action: 'mail.affirm_send', facts: ['send_id'] },
  'signatures.save': { facts: ['name'] },
  'signatures.remove': { facts: ['name'] },
  'signatures.setDefault': { facts: ['name', 'kind'] },
  'signatures.clearDefault': { facts: ['kind'] },
  'snippets.save': { facts: ['name'] },
  'snippets.remove': { facts: ['name'] },
  'settings.change': { ...important, facts: ['key'] },
  'tokens.create': { ...important, facts: ['name', 'origin'] },
  'tokens.remove': important,
  'backup.create': important,
  'backup.restore': { ...important, facts: ['name'] },
  'backup.remove': { ...important, facts: ['name'] },
  'import.start': important,
  'import.run': important,
  'import.give': { tier: 'ephemeral' },
  'diagnostics.repair': { ...important, facts: ['action'] },
  'admin.shutdown': important,
  'activity.export': { ...important, facts: ['format'], unless: [] },
  'activity.redact': { ...important, inPause: true },
  'activity.prune': { ...important, inPause: true, facts: ['before', 'tiers'] },
  'activity.pause': { ...important, inPause: true, facts: ['minutes'] },
  'activity.resume': { ...important, inPause: true },
  'activity.linkOpened': { action: 'mail.open_link', tier: 'ephemeral', isLinkClick: true, facts: ['host'] },
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

/** The word for what a request does, and for how long that is worth keeping. */
export function actionOf(name: string, { safety }: Effect): { action: string; tier: ActivityTier } {
  const { action = snakeCase(name), tier = tierOfEffect[safety] } = activityActions[name] ?? {};
  return { action, tier };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const targetKeys = {
  message: ['message_id', 'message_ids', 'sent_message_id'],
  thread: ['thread_id', 'thread_ids'],
  account: ['account_id'],
  job: ['job_id'],
  token: ['token_id'],
} as const;

/** What one thing a request is about: the kind and the id that its input names. */
export function targetIn(name: string, input: Record<string, unknown>): { kind: string; id: string } | undefined {
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
