import { destructiveActions } from '../../contract/define.ts';
import { policies } from '../../safety/policy.ts';
import { domain, host, loopback, origin, timeOfDay } from './text-rules.ts';
import {
  choice,
  choices,
  decimal,
  flag,
  named,
  notInEffect,
  optionalTable,
  path,
  table,
  text,
  texts,
  whole,
} from './schema-nodes.ts';
import { account } from './accounts.ts';

const searchModes = ['lexical', 'hybrid', 'semantic'] as const;
const semanticProfiles = ['bge-small-en-v1.5', 'multilingual-e5-small', 'bge-m3'] as const;
export const chimeSounds = ['none', 'bell', 'glass', 'pop', 'sent', 'archive', 'thud', 'alert'] as const;
export type ChimeSound = (typeof chimeSounds)[number];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const port = [0, 65_535] as const;
const hours = [0, 23] as const;
const days = [1, 36_500] as const;
const count = [0, 1_000_000] as const;

export const general = table('General settings.', {
  editor: text(undefined, 'The editor for messages written on the command line.', { otherwise: '$EDITOR' }),
  default_account: text(undefined, 'Key of the account used when a request names none.', {
    otherwise: 'the first enabled account',
  }),
  sync_interval: whole(60, [1, 86_400], 'Seconds between checks for new mail where the server can’t announce it.'),
  hook_timeout: whole(30, [1, 86_400], 'Seconds after which a command of a rule is stopped.'),
  attachment_dir: path(undefined, 'Folder for downloaded attachments. It can be emptied at any time.', {
    otherwise: 'attachments, in the data folder',
  }),
  download_dir: path(undefined, 'Folder for files you save.', { otherwise: "the system's download folder" }),
  safety_policy: choice('full', policies, 'Overall permission.', { safeValue: 'read-only' }),
});

const profileKeys = {
  safety_policy: choice('read-only', policies, 'The policy for this origin, on top of the general one.'),
  allowed_accounts: texts('Keys, ids or addresses of the accounts it may touch.'),
  allow_send: flag(false, 'Whether it may send.'),
  allow_destructive: flag(false, 'Whether it may change anything except drafts.'),
  allowed_destructive_actions: choices(
    destructiveActions,
    'The destructive actions it may use; if empty, all of them.',
  ),
  approve: flag(false, 'Whether you are asked first before it sends or changes anything except drafts.'),
};

// What a mistake was meant to restrict is unknown, so no value may replace it, the last good one neither.
const profile = optionalTable(
  'What requests of this origin may do. Without the table they are all refused.',
  profileKeys,
  { mistakeConsequence: 'until it is corrected, all requests of this origin are refused' },
);

export const agents = table('What programs that act for you may do.', {
  paused: flag(false, 'Whether all of them are paused: every request of an agent or a tool is refused.', {
    safeValue: true,
  }),
  profiles: table('One profile for each kind of program.', { agent: profile, mcp: profile }),
});

export const accounts = named('The mail accounts, by a key of your choice.', account);

export const render = table('How messages are shown.', {
  html_command: text('w3m -dump', 'The command that turns HTML into text on the command line.'),
  reader_mode: flag(true, 'Whether quotes and signatures are dimmed.'),
  show_reader_stats: flag(true, 'Whether reader mode shows how much it hides.'),
  remove_link_tracking: flag(true, 'Whether the page opens and copies links without parameters that only track.'),
  html_remote_content: flag(true, 'Whether every image of a message is fetched.', { safeValue: false }),
});

export const search = table('Searching.', {
  default_sort: choice('date_desc', ['date_desc', 'date_asc', 'relevance'], 'The order of results.'),
  max_results: whole(200, [1, 1000], 'The number of results of a search without a limit.'),
  default_mode: choice('lexical', searchModes, 'The default way to search.'),
  semantic: table('Searching by meaning.', {
    enabled: flag(true, 'Whether messages are embedded for it, once there is a model.'),
    auto_download_models: flag(
      true,
      'Whether the model may be downloaded: once the user has asked for it, or at the start where this key is written here.',
      { safeValue: false },
    ),
    active_profile: choice('bge-small-en-v1.5', semanticProfiles, 'The model.'),
    max_pending_jobs: notInEffect(whole(256, count, 'Accepted, and without effect.')),
    query_timeout_ms: notInEffect(whole(1500, count, 'Accepted, and without effect.')),
  }),
});

export const authentication = table('Checks of who sent a message.', {
  verify_signatures: flag(
    false,
    'Whether the signatures of new mail are checked here where the mail server reported nothing. The DNS is asked for the ' +
      'keys, so its operators and those of the sending domain can see that mail has arrived.',
    { safeValue: false },
  ),
  forwarders: texts('Domains that are believed when they confirm the sender of mail they forward (ARC).', {
    rule: domain,
  }),
});

export const snooze = table('Snooze times, in local time.', {
  morning_hour: whole(9, hours, 'Hour of the morning presets.'),
  evening_hour: whole(18, hours, 'Hour of the evening preset.'),
  weekend_day: choice('saturday', weekdays, 'Day of the weekend preset.'),
  weekend_hour: whole(10, hours, 'Hour of the weekend preset.'),
});

export const logging = table("The daemon's log.", {
  level: choice('info', logLevels, 'The least serious level that is logged.'),
  max_size_mb: whole(10, [1, 10_000], 'Megabytes after which a new file is started.'),
  max_files: whole(5, [1, 1000], 'How many files are kept.'),
  stderr: flag(false, 'Whether lines also go to standard error.'),
  event_retention_days: whole(90, days, 'Days that daemon events are kept.'),
});

export const appearance = table('How the page looks.', {
  theme: choice('system', ['system', 'light', 'dark'], 'Light, dark, or the same as the system.'),
  sidebar: flag(true, 'Whether the sidebar is open.'),
  date_format: text(undefined, 'Dates in lists, in strftime form.', { otherwise: "the language's short form" }),
  date_format_full: text(undefined, 'Dates of messages, in strftime form.', { otherwise: "the language's long form" }),
  subject_max_width: whole(0, [0, 10_000], 'The longest subject in lists, in characters; 0 means no limit.'),
});

export const activity = table('The activity log, which never leaves this computer.', {
  enabled: flag(true, 'Whether it is kept.', { safeValue: false }),
  track_link_clicks: flag(
    false,
    'Whether opened links are recorded. Links in formatted mail cannot be seen being opened, so none of those is.',
  ),
  track_subjects: flag(true, 'Whether subjects are recorded.', { safeValue: false }),
  track_recipient_handles: flag(true, 'Whether addresses of recipients are recorded.', { safeValue: false }),
  track_search_queries: flag(true, 'Whether the words of searches are recorded.', { safeValue: false }),
  retention: table('Days after which entries are deleted.', {
    ephemeral_days: whole(30, days, 'Minor entries, such as opened messages.'),
    standard_days: whole(90, days, 'Ordinary entries.'),
    important_days: whole(365, days, 'Important entries, such as sent mail.'),
  }),
});

export const bridge = table('The HTTP and WebSocket bridge.', {
  enabled: flag(true, 'Whether it starts with the daemon.', { safeValue: false }),
  bind: text('127.0.0.1', 'The loopback address it listens on.', {
    rule: loopback,
    badValueConsequence: 'the bridge stays off',
  }),
  port: whole(42_829, port, 'Its TCP port; 0 takes a free one.'),
  cors_allowlist: texts('Other origins that may send requests, besides those of this computer.', { rule: origin }),
  host_allowlist: texts('Other host names it answers to, besides those of this computer.', { rule: host }),
  auto_local_token: flag(true, 'Whether programs on this computer may fetch the token.', { safeValue: false }),
  local_pages: choice(
    undefined,
    ['allow', 'ask', 'deny'],
    'Whether web pages of other programs on this computer may fetch the token.',
    { otherwise: 'ask in the desktop app, and allow elsewhere', safeValue: 'deny' },
  ),
  allowed_local_pages: texts('Pages of this computer that may fetch the token, whatever local_pages says.', {
    rule: origin,
  }),
  denied_local_pages: texts('Pages of this computer that may not, and are not asked about.', { rule: origin }),
  token_path: path('bridge-token', 'The token file.'),
});

export const transports = table('Other ways to the daemon.', {
  tcp: table('The loopback TCP transport of the command line.', {
    enabled: flag(false, 'Whether it is open.', { safeValue: false }),
    bind: choice('127.0.0.1', ['127.0.0.1', '::1'], 'The address it listens on.', {
      badValueConsequence: 'the TCP transport stays closed',
    }),
    port: whole(42_830, port, 'Its TCP port; 0 takes a free one.'),
  }),
});

const sound = (value: (typeof chimeSounds)[number], event: string) =>
  choice(value, chimeSounds, `The sound when ${event}.`);

export const notifications = table('Desktop notifications and sounds.', {
  enabled: flag(true, 'Whether new mail, reminders and trouble are shown.'),
  only_people: flag(true, 'Whether only new mail from people is shown, without newsletters and automatic mail.'),
  show_content: flag(true, 'Whether sender and subject are shown.', { safeValue: false }),
  quiet_from: text(undefined, 'When quiet hours begin, in local time.', { otherwise: 'never', rule: timeOfDay }),
  quiet_until: text(undefined, 'When quiet hours end, in local time.', { otherwise: 'never', rule: timeOfDay }),
  chimes: table('Sounds.', {
    enabled: flag(false, 'Whether sounds are played.'),
    volume: decimal(0.35, [0, 1], 'How loud, from 0.0 to 1.0.'),
    new_mail: sound('bell', 'new mail arrives'),
    sent: sound('sent', 'mail was sent'),
    archived: sound('archive', 'mail was archived'),
    trashed: sound('thud', 'mail was moved to Trash'),
    spam: sound('alert', 'mail was marked as spam'),
    snoozed: sound('pop', 'mail was snoozed'),
    unsnoozed: sound('glass', 'snoozed mail is back'),
    reminder: sound('bell', 'a reminder is due'),
    error: sound('alert', 'something failed'),
  }),
});

export const safety = table('Checks before sending.', {
  recipients: table('Recipients.', {
    internal_domains: texts('Domains of your organization.', { rule: domain }),
    sensitive_domains: texts('Domains that can’t be written to.', { rule: domain }),
    warn_on_first_time_external: flag(
      false,
      'Whether Posthorn warns before the first message to someone outside your organization.',
    ),
  }),
  tone: table('Tone.', {
    formality_delta_threshold: decimal(0.25, [0, 1], 'How far the tone may differ; 0.0 always warns, 1.0 never.'),
  }),
});

export const deliveries = table('Tracking of shipments.', {
  enabled: flag(true, 'Whether new mail is searched for shipments.'),
});

export const modes = table('The five modes.', {
  archive_on_last_done: flag(true, 'Whether mail is archived once it is done in every mode.'),
});

export const screener = table('The screener.', {
  enabled: flag(false, 'Whether unknown senders wait until you decide where their mail goes.'),
});

export const backup = table('Backups of mail and settings.', {
  automatic: flag(true, 'Whether Posthorn backs up once a day while it is idle.'),
  keep_daily: whole(7, [1, 366], 'How many days of automatic backups are kept.'),
  keep_weekly: whole(4, [0, 520], 'How many weeks before that keep one backup each.'),
  max_gb: whole(20, [1, 100_000], 'Gigabytes for automatic backups. The newest is always kept.'),
  folder: path(undefined, 'Folder for backups.', { otherwise: 'backups, in the data folder' }),
});

export const updates = table('Updates of the app.', {
  check: choice(
    'ask',
    ['ask', 'daily', 'never'],
    'Whether the app looks for a newer version each day. With ask it looks for none until you were asked.',
    { safeValue: 'never' },
  ),
  download: flag(true, 'Whether the app downloads a newer version when it finds one.', { safeValue: false }),
});

export const send = table('Sending.', {
  undo_seconds: whole(8, [0, 600], 'Seconds in which sending can be undone.'),
});

export const ui = table('The page.', {
  start_page: choice('now', ['now', 'inbox'], 'What the page shows first: Now or the inbox.'),
  density: choice('regular', ['compact', 'regular', 'relaxed'], 'The height of the rows in lists.'),
  language: text(undefined, 'The language, as in de or pt-BR.', { otherwise: "the browser's" }),
  open_next: choice(
    'next',
    ['next', 'previous', 'list'],
    'What opens after the open conversation was archived, deleted, moved or snoozed.',
  ),
  mark_read: choice(
    'after_2s',
    ['at_once', 'after_2s', 'never'],
    'When an open conversation is marked as read: at once, after two seconds, or never automatically.',
  ),
  undo_messages: choice(
    '8s',
    ['8s', '20s', 'until_closed'],
    'How long the page shows a message with Undo: for eight seconds, for twenty, or until it is closed.',
  ),
});
