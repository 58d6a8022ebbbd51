/** The settings of each page, in order. Their texts are in the message catalog. */
export type SettingGroup = { id: string; keys: readonly string[]; isCollapsed?: boolean };

const pageIds = [
  'appearance',
  'reading',
  'writing',
  'labels',
  'finding',
  'storage',
  'access',
  'other',
  'about',
] as const;
export type PageId = (typeof pageIds)[number];

export const settingPages: Record<PageId, readonly SettingGroup[]> = {
  appearance: [
    { id: 'look', keys: ['appearance.theme', 'ui.density', 'appearance.sidebar', 'appearance.subject_max_width'] },
    { id: 'dates', keys: ['ui.language', 'appearance.date_format', 'appearance.date_format_full'] },
  ],
  reading: [
    { id: 'reader', keys: ['ui.mark_read', 'ui.open_next', 'render.reader_mode', 'render.show_reader_stats'] },
    { id: 'images', keys: ['render.html_remote_content'] },
    { id: 'links', keys: ['render.remove_link_tracking'] },
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
  ],
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
  labels: [],
  finding: [
    {
      id: 'snooze',
      keys: ['snooze.morning_hour', 'snooze.evening_hour', 'snooze.weekend_day', 'snooze.weekend_hour'],
    },
    { id: 'search', keys: ['search.default_sort', 'search.max_results', 'search.default_mode'] },
    {
      id: 'semantic',
      keys: ['search.semantic.enabled', 'search.semantic.auto_download_models', 'search.semantic.active_profile'],
    },
    { id: 'tidying', keys: ['modes.archive_on_last_done', 'deliveries.enabled', 'general.sync_interval'] },
  ],
  storage: [
    {
      id: 'automatic_backups',
      keys: ['backup.automatic', 'backup.keep_daily', 'backup.keep_weekly', 'backup.max_gb', 'backup.folder'],
    },
    { id: 'files', keys: ['general.download_dir', 'general.attachment_dir'] },
    { id: 'log', keys: ['logging.level', 'logging.max_size_mb', 'logging.max_files'], isCollapsed: true },
  ],
  access: [
    { id: 'general', keys: ['general.safety_policy'] },
    {
      id: 'scripts',
      keys: ['bridge.auto_local_token', 'bridge.local_pages'],
    },
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
  ],
  other: [],
  about: [],
};

export function pageOf(id: string | undefined): PageId | undefined {
  return pageIds.find((page) => page === id);
}

/** The location of a setting: a page of settings, or a page of its own. */
export type SettingLocation = PageId | 'sounds' | 'profiles';

const pageByKey = new Map<string, PageId>([
  ...pageIds.flatMap((page) => settingPages[page].flatMap(({ keys }) => keys.map((key) => [key, page] as const))),
  // Shown as one list of the answers that the user gave.
  ['bridge.allowed_local_pages', 'access'],
  ['bridge.denied_local_pages', 'access'],
]);

/** The page of a key; keys without a page are listed on `other`, so that all can be reached. */
export function locationOf(key: string): SettingLocation {
  if (key.startsWith('notifications.')) return 'sounds';
  if (key.startsWith('agents.profiles.')) return 'profiles';
  return pageByKey.get(key) ?? 'other';
}
