import { linkOptions } from '@tanstack/react-router';
import { strings } from '../../i18n/strings.ts';

/** The settings of each page, in order. Their texts are in the message catalog. */
export type SettingGroup = { id: string; keys: readonly string[]; isCollapsed?: boolean };

const pageIds = ['general', 'appearance', 'reading', 'writing', 'privacy', 'ai', 'storage', 'advanced'] as const;
export type PageId = (typeof pageIds)[number];

export const settingPages: Record<PageId, readonly SettingGroup[]> = {
  general: [
    { id: 'start', keys: ['ui.start_page'] },
    { id: 'messages', keys: ['ui.undo_messages'] },
    { id: 'dates', keys: ['ui.language', 'appearance.date_format', 'appearance.date_format_full'] },
    {
      id: 'snooze',
      keys: ['snooze.morning_hour', 'snooze.evening_hour', 'snooze.weekend_day', 'snooze.weekend_hour'],
    },
    { id: 'search', keys: ['search.default_sort', 'search.max_results', 'search.default_mode'] },
    { id: 'tidying', keys: ['modes.archive_on_last_done', 'deliveries.enabled', 'general.sync_interval'] },
    // In the app only.
    { id: 'updates', keys: ['updates.check', 'updates.download'] },
  ],
  appearance: [
    { id: 'look', keys: ['appearance.theme', 'ui.density', 'appearance.sidebar', 'appearance.subject_max_width'] },
  ],
  reading: [{ id: 'reader', keys: ['ui.mark_read', 'ui.open_next', 'render.reader_mode', 'render.show_reader_stats'] }],
  writing: [
    { id: 'sending', keys: ['send.undo_seconds', 'general.default_account'] },
    {
      id: 'checks',
      keys: [
        'safety.recipients.warn_on_first_time_external',
        'safety.recipients.internal_domains',
        'safety.recipients.sensitive_domains',
        'safety.tone.formality_delta_threshold',
      ],
    },
  ],
  privacy: [
    { id: 'images', keys: ['render.html_remote_content'] },
    { id: 'links', keys: ['render.remove_link_tracking'] },
    { id: 'screener', keys: ['screener.enabled'] },
    { id: 'senders', keys: ['authentication.verify_signatures', 'authentication.forwarders'] },
    {
      id: 'activity',
      keys: [
        'activity.enabled',
        'activity.track_subjects',
        'activity.track_recipient_handles',
        'activity.track_search_queries',
        'activity.track_link_clicks',
      ],
    },
    {
      id: 'retention',
      keys: [
        'activity.retention.ephemeral_days',
        'activity.retention.standard_days',
        'activity.retention.important_days',
        'logging.event_retention_days',
      ],
    },
    { id: 'agents', keys: ['agents.paused'] },
    { id: 'general', keys: ['general.safety_policy'] },
    { id: 'scripts', keys: ['bridge.auto_local_token', 'bridge.local_pages'] },
  ],
  // The language model and its tasks have sections of their own.
  ai: [
    {
      id: 'semantic',
      keys: ['search.semantic.enabled', 'search.semantic.auto_download_models', 'search.semantic.active_profile'],
    },
  ],
  storage: [
    {
      id: 'automatic_backups',
      keys: ['backup.automatic', 'backup.keep_daily', 'backup.keep_weekly', 'backup.max_gb', 'backup.folder'],
    },
    { id: 'files', keys: ['general.download_dir', 'general.attachment_dir'] },
  ],
  advanced: [
    {
      id: 'network',
      keys: [
        'bridge.port',
        'bridge.cors_allowlist',
        'bridge.host_allowlist',
        'transports.tcp.enabled',
        'transports.tcp.port',
      ],
      isCollapsed: true,
    },
    {
      id: 'log',
      keys: ['logging.level', 'logging.max_size_mb', 'logging.max_files', 'logging.stderr'],
      isCollapsed: true,
    },
  ],
};

export function pageOf(id: string | undefined): PageId | undefined {
  return pageIds.find((page) => page === id);
}

/** Where a setting is changed: a page, the notifications, or, without a place of its own, the list of all other settings. */
type SettingLocation = PageId | 'sounds' | 'other';

const pageByKey = new Map<string, PageId>([
  ...pageIds.flatMap((page) => settingPages[page].flatMap(({ keys }) => keys.map((key) => [key, page] as const))),
  // Shown as one list of the answers that the user gave.
  ['bridge.allowed_local_pages', 'privacy'],
  ['bridge.denied_local_pages', 'privacy'],
]);

export function locationOf(key: string): SettingLocation {
  if (key.startsWith('notifications.')) return 'sounds';
  if (key.startsWith('agents.profiles.')) return 'privacy';
  if (key.startsWith('llm.')) return 'ai';
  return pageByKey.get(key) ?? 'other';
}

/** The name of the page on which a setting is changed. */
export function pageNameOf(key: string): string {
  const location = locationOf(key);
  if (location === 'sounds') return strings.sounds.title;
  return strings.settings.page[location === 'other' ? 'advanced' : location].title;
}

/** The page on which a setting is changed. */
export function linkToSetting(key: string) {
  const location = locationOf(key);
  if (location === 'sounds') return linkOptions({ to: '/sounds' });
  const page = location === 'other' ? 'advanced' : location;
  return linkOptions({ to: '/settings/{-$page}', params: { page }, hash: key });
}

const section = (page: PageId, hash: string) => linkOptions({ to: '/settings/{-$page}', params: { page }, hash });

type Alias = ReturnType<typeof section> | { to: '/accounts' | '/sounds' | '/keys'; hash?: string };

/**
 * Addresses of settings that are a section of another page, or a page with an address of its own: links in mail, bookmarks
 * and scripts may contain them, and users type them.
 */
const aliases: Readonly<Record<string, Alias | undefined>> = {
  labels: section('general', 'labels'),
  finding: section('general', 'snooze'),
  access: section('privacy', 'access'),
  other: section('advanced', 'other'),
  about: section('advanced', 'about'),
  import: section('storage', 'import'),
  filters: linkOptions({ to: '/accounts', hash: 'filters' }),
  accounts: { to: '/accounts' },
  notifications: { to: '/sounds' },
  sounds: { to: '/sounds' },
  shortcuts: { to: '/keys' },
  keys: { to: '/keys' },
};

/**
 * The present address of `/settings/PAGE#HASH`, if it is another. The hash of a setting is its key, which has a dot; that of
 * a section has none.
 */
export function redirectOf(page: string | undefined, hash: string) {
  if (page !== undefined && hash.includes('.')) {
    const link = linkToSetting(hash);
    return link.to === '/sounds' || link.params.page !== page ? link : undefined;
  }
  const alias = aliases[page ?? ''];
  return alias && { ...alias, hash: hash || (alias.hash ?? '') };
}
