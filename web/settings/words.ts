type Line = {
  name: string;
  hint?: string;
  /** What each choice is called. */
  choices?: Readonly<Record<string, string>>;
  /** What comes of each choice, below its name. */
  means?: Readonly<Record<string, string>>;
  /** After a number. */
  unit?: string;
  /** A question before a value that is hard to take back is set; undefined where it is not. */
  asks?: (value: unknown) => string | undefined;
};

/** What policies let happen, from everything to reading alone. */
const policies = {
  choices: {
    full: 'Everything',
    restricted: 'Read, write and send',
    'draft-only': 'Read and draft',
    'read-only': 'Read',
  },
  means: {
    full: 'Nothing is held back.',
    restricted: 'Mail can be read, written and sent. Nothing that is here is changed, moved or deleted.',
    'draft-only': 'Mail can be read and drafts be written. Nothing is sent.',
    'read-only': 'Mail can be read, and that is all.',
  },
};

const days = Object.fromEntries(
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => [day.toLowerCase(), day]),
);

const movesPage =
  'This page moves with it: open Posthorn again afterwards. Programs that know the old address have to be told.';

/** What each setting is called, what it does, and what its choices mean. */
export const settingLines: Readonly<Record<string, Line | undefined>> = {
  'appearance.theme': {
    name: 'Theme',
    hint: 'The same as the switch at the foot of the sidebar.',
    choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  'ui.density': {
    name: 'Room in lists',
    hint: 'How much room each line of a list takes.',
    choices: { compact: 'Compact', regular: 'Regular', relaxed: 'Relaxed' },
  },
  'appearance.sidebar': {
    name: 'Show the sidebar',
    hint: 'Without it, a button beside the name of each page opens it.',
  },
  'appearance.subject_max_width': {
    name: 'Longest subject in a list',
    hint: 'What is longer is cut off. 0 takes the room there is.',
    unit: 'letters',
  },
  'appearance.date_format': { name: 'Short dates', hint: 'How dates are written in lists.' },
  'appearance.date_format_full': {
    name: 'Full dates',
    hint: 'How dates are written in full, such as when the mouse rests on one.',
  },
  'ui.language': {
    name: 'Language',
    hint: 'Of the page, and of the names of days and months in dates.',
  },
  'render.reader_mode': {
    name: 'Dim quotes and signatures',
    hint: 'So that what is new in a message stands out.',
  },
  'render.show_reader_stats': { name: 'Say how much was left out', hint: 'Below a message whose quotes are dimmed.' },
  'render.html_remote_content': {
    name: 'Fetch images for other programs',
    hint: 'This page always asks you, sender by sender. This is about scripts and apps that read mail through Posthorn and do not say what they want.',
  },
  'activity.enabled': {
    name: 'Keep a log of what was done',
    hint: 'Who did what with your mail: you, your scripts, an agent. It never leaves this computer.',
  },
  'activity.track_subjects': {
    name: 'With subjects',
    hint: 'Without them an entry says what was done, not to which mail.',
  },
  'activity.track_recipient_handles': { name: 'With the addresses of recipients' },
  'activity.track_search_queries': { name: 'With the words of searches' },
  'activity.track_link_clicks': {
    name: 'With the links you open',
    hint: 'Links in formatted mail cannot be seen being opened, so none of those is noted.',
  },
  'activity.retention.ephemeral_days': {
    name: 'Passing things',
    hint: 'Such as what was opened or looked for.',
    unit: 'days',
  },
  'activity.retention.standard_days': {
    name: 'Ordinary things',
    hint: 'Such as what was archived or labelled.',
    unit: 'days',
  },
  'activity.retention.important_days': {
    name: 'Important things',
    hint: 'Such as what was sent or deleted.',
    unit: 'days',
  },
  'logging.event_retention_days': { name: 'Events of Posthorn itself', hint: 'Such as each sync.', unit: 'days' },
  'send.undo_seconds': {
    name: 'Hold what I send',
    hint: 'For this long you can take it back with Undo. 0 sends at once.',
    unit: 'seconds',
  },
  'general.default_account': {
    name: 'Write from',
    hint: 'The account of a new message where nothing else says which one.',
  },
  'safety.recipients.internal_domains': {
    name: 'Domains of your own organisation',
    hint: 'One a line, such as example.org. People there count as known.',
  },
  'safety.recipients.sensitive_domains': {
    name: 'Domains that must not be written to',
    hint: 'One a line. A message to one of them is stopped before it goes.',
  },
  'safety.recipients.warn_on_first_time_external': {
    name: 'Point out a first message to a stranger',
    hint: 'When somebody outside your organisation gets mail from you for the first time.',
  },
  'safety.tone.formality_delta_threshold': {
    name: 'How far the tone may differ',
    hint: 'From how you usually write to somebody. 0 always points it out, 1 never does.',
  },
  'snooze.morning_hour': { name: 'Morning', hint: 'When “tomorrow” and “next week” bring mail back.', unit: 'o’clock' },
  'snooze.evening_hour': { name: 'Evening', hint: 'When “this evening” does.', unit: 'o’clock' },
  'snooze.weekend_day': { name: 'The weekend begins on', choices: days },
  'snooze.weekend_hour': { name: 'Weekend', hint: 'When “the weekend” does.', unit: 'o’clock' },
  'search.default_sort': {
    name: 'Order of what is found',
    choices: { date_desc: 'Newest first', date_asc: 'Oldest first', relevance: 'Best match first' },
  },
  'search.max_results': {
    name: 'Results at most',
    hint: 'For searches of programs that name no limit. This page goes on as you scroll.',
  },
  'search.default_mode': {
    name: 'How a search is run',
    hint: 'By words needs nothing further. By meaning needs a language model, which stays on this computer.',
    choices: { lexical: 'By words', hybrid: 'By words and meaning', semantic: 'By meaning' },
  },
  'search.semantic.enabled': {
    name: 'Prepare mail for search by meaning',
    hint: 'It takes time and room on this computer. Nothing leaves it.',
  },
  'search.semantic.auto_download_models': {
    name: 'Fetch a missing language model',
    hint: 'From the internet, once. Without it, search by meaning waits until the model is there.',
  },
  'search.semantic.active_profile': {
    name: 'Language model',
    hint: 'A larger one understands more languages, and takes more room.',
    choices: {
      'bge-small-en-v1.5': 'Small, English (bge-small-en-v1.5)',
      'multilingual-e5-small': 'Small, many languages (multilingual-e5-small)',
      'bge-m3': 'Large, many languages (bge-m3)',
    },
  },
  'modes.archive_on_last_done': {
    name: 'Archive what is done',
    hint: 'Once nothing is left to do about a conversation, it leaves the inbox.',
  },
  'deliveries.enabled': {
    name: 'Look for parcels',
    hint: 'In new mail, so that shipments can be followed. On this computer alone.',
  },
  'general.sync_interval': {
    name: 'Look for new mail every',
    hint: 'Only for servers that do not announce mail by themselves.',
    unit: 'seconds',
  },
  'backup.folder': {
    name: 'Folder for backups',
    hint: 'Best on another disk. Backups that lie in the old folder stay there.',
  },
  'general.download_dir': {
    name: 'Folder for saved files',
    hint: 'For what the app saves. A browser has a setting of its own.',
  },
  'general.attachment_dir': {
    name: 'Folder for attachments on the way',
    hint: 'Attachments that were fetched lie here until room is needed. It may be emptied.',
  },
  'logging.level': {
    name: 'How much is logged',
    hint: 'More helps to find a fault, and takes more room.',
    choices: {
      trace: 'Everything',
      debug: 'A lot',
      info: 'The usual',
      warn: 'What needs a look',
      error: 'Errors',
      fatal: 'What stops Posthorn',
    },
  },
  'logging.max_size_mb': { name: 'Begin a new file after', unit: 'MB' },
  'logging.max_files': { name: 'Keep', unit: 'files' },
  'general.safety_policy': {
    name: 'What anyone may do',
    hint: 'This holds for all: you on this page, your scripts, and agents.',
    ...policies,
    asks: (value) =>
      value === 'full'
        ? undefined
        : 'This holds for this page, too: you can then change neither mail nor settings here. To take it back, edit safety_policy under [general] in config.toml.',
  },
  'bridge.auto_local_token': {
    name: 'Let programs of this computer in by themselves',
    hint: 'They may fetch the token that opens your mail, as this page does. Without it, a browser asks you to paste the token.',
    asks: (value) =>
      value === false
        ? 'When this page is opened again, it asks for the token, which lies in the token file.'
        : undefined,
  },
  'bridge.port': {
    name: 'Port',
    hint: 'Where Posthorn answers on this computer. 0 takes a free one.',
    asks: () => movesPage,
  },
  'bridge.cors_allowlist': {
    name: 'Websites that may ask',
    hint: 'One a line, such as https://example.org. Pages of this computer may ask anyway.',
  },
  'bridge.host_allowlist': {
    name: 'Further names of this computer',
    hint: 'One a line. Requests that call it otherwise are refused.',
  },
  'transports.tcp.enabled': { name: 'A port for the command line', hint: 'Beside the socket it uses otherwise.' },
  'transports.tcp.port': { name: 'Port of the command line' },
  'bridge.enabled': {
    name: 'Answer programs and this page',
    asks: (value) =>
      value === false
        ? 'Then this page stops working. To take it back, edit enabled under [bridge] in config.toml.'
        : undefined,
  },
  'bridge.bind': { name: 'Address', asks: () => movesPage },
};

/** What an agent or a tool may do, in the words of one such profile. */
export const profileLines: Readonly<Record<string, Line>> = {
  safety_policy: { name: 'How far it may go', ...policies },
  allow_send: { name: 'It may send', hint: 'Without this, what it writes stays a draft.' },
  allow_destructive: {
    name: 'It may change mail',
    hint: 'Archive, move, label, mark as read. Without this it changes nothing beside its drafts.',
  },
  allowed_destructive_actions: {
    name: 'Of what cannot be looked past, only',
    hint: 'Nothing ticked sets no limit.',
    choices: {
      archive: 'Archive',
      trash: 'Move to the bin',
      spam: 'Report as spam',
      move: 'Move',
      delete_label: 'Delete labels',
      remove_account: 'Remove accounts',
      unsubscribe: 'Unsubscribe',
      redact_activity: 'Black out the log of what was done',
      prune_activity: 'Shorten the log of what was done',
    },
  },
};

/** The words of the pages of settings. */
export const settingsWords = {
  title: 'Settings',
  pages: 'Pages of settings',
  loading: 'Loading the settings',
  find: 'Find a setting',
  findPlaceholder: 'Theme, backup, port …',
  notFound: 'No setting has these words.',
  saved: (name: string) => `Saved: ${name}`,
  reset: (name: string) => `Back to the default: ${name}`,
  undo: 'Undo',
  themeNotKept: 'The theme could not be kept',
  notSaved: (name: string) => `Not saved: ${name}`,
  changedElsewhere:
    'The settings were changed elsewhere meanwhile and have been read again. Make your change once more.',
  trouble: 'config.toml cannot be used as it is',
  troubleHint: 'What held before goes on holding, and nothing can be changed here until the file is put right.',
  configNote: (line: number | null, message: string) =>
    `config.toml${line === null ? '' : `, line ${line}`}: ${message}`,
  otherNotes: 'Other things in config.toml that need a look',
  toDefault: 'Use the default',
  toDefaultFor: (name: string) => `Use the default for ${name}`,
  default: (words: string) => `Default: ${words}`,
  on: 'on',
  off: 'off',
  none: 'none',
  asSystem: 'As the system',
  unset: (otherwise: string) => `Not set: ${otherwise}`,
  onePerLine: 'One a line',
  askTitle: (name: string) => `Change “${name}”?`,
  askYes: 'Change it',
  cancel: 'Cancel',
  page: {
    appearance: { title: 'Appearance', hint: 'How Posthorn looks. Changes show at once.' },
    reading: { title: 'Reading and privacy', hint: 'How mail is shown, and what is remembered of what you do.' },
    writing: { title: 'Writing and sending', hint: 'What happens before mail leaves.' },
    labels: {
      title: 'Labels and colours',
      hint: 'A label is a folder on your mail server, where your server has folders. What you do here is done there too.',
    },
    finding: { title: 'Snooze and search', hint: 'When mail comes back, and how it is found.' },
    storage: { title: 'Storage and backup', hint: 'Where your mail lies on this computer, and copies for a bad day.' },
    access: {
      title: 'Agents and access',
      hint: 'Which programs may read and do what with your mail. Everybody else is kept out.',
    },
    other: {
      title: 'Everything else',
      hint: 'All that config.toml may say and no other page shows. The defaults are good: nothing here has to be changed.',
    },
    about: { title: 'About', hint: 'Which Posthorn this is, and where its files lie.' },
  },
  /** Words by which people look for a page, beside its name. */
  lookedFor: {
    accounts: 'account password server address provider add remove sign in',
    appearance: 'theme dark light density font dates language',
    reading: 'privacy images trackers activity log retention',
    writing: 'send undo delay default account warnings',
    texts: 'signature snippet template canned answer',
    labels: 'label folder colour rename delete new',
    finding: 'snooze hours search sync parcels',
    sounds: 'sound chime notification quiet hours pause volume',
    keys: 'keyboard shortcuts bindings vim gmail',
    app: 'desktop window start login update mail program',
    storage: 'backup restore disk space folder log files',
    access: 'token key script agent tool program policy port',
    activity: 'history log who did what export',
    diagnostics: 'diagnostics doctor problem repair bug report trouble',
    help: 'help guide manual how to documentation',
    other: 'advanced config.toml all keys',
    about: 'version licence bug report files paths',
  },
  group: {
    look: 'Look',
    dates: 'Dates',
    reader: 'Messages',
    images: 'Images',
    activity: 'What was done',
    retention: 'How long it is kept',
    sending: 'Sending',
    checks: 'Checks before sending',
    snooze: 'When snoozed mail comes back',
    search: 'Search',
    semantic: 'Search by meaning',
    tidying: 'New and finished mail',
    files: 'Folders',
    log: 'Log',
    general: 'For everybody',
    scripts: 'For scripts',
  } as Readonly<Record<string, string | undefined>>,
  groupHint: {
    retention: 'What is older is deleted for good, once a day.',
    scripts:
      'Scripts and apps on this computer reach your mail at one address. It answers nobody outside this computer.',
    log: 'Posthorn writes down what it does and what fails. No mail, no passwords.',
    checks: 'What is found is pointed out before a message goes. Nothing leaves this computer for it.',
  } as Readonly<Record<string, string | undefined>>,
  dates: {
    usual: 'The usual form',
    own: 'My own form …',
    ownFor: (name: string) => `Form of ${name}`,
    signs:
      '%d is the day, %m or %b the month, %Y the year, %a the weekday, %H:%M the time. For example %d.%m.%Y, or %a %e %b, %H:%M.',
    reads: (words: string) => `Now it reads ${words}.`,
  },
  activityLink: 'See what was done',
  textsLink: 'Signatures and snippets',
  images: {
    title: 'Whose images are always shown',
    hint: 'Images in mail from these addresses are fetched without asking. Trackers stay out.',
  },
  tables: {
    accounts: (name: string) => `Account ${name}`,
    bridge: 'Where programs ask',
    general: 'In general',
    render: 'Command line',
    search: 'Search',
    transports: 'Other ways in',
    llm: 'Language model',
    logging: 'Log',
  } as const,
  override: (feature: string) => `Language model: ${feature}`,
  storage: {
    where: 'What lies where',
    mail: 'Your mail',
    index: 'The index for search',
    log: 'The log',
    settings: 'The settings',
    free: 'Free on this disk',
    unknown: 'Not known',
    loading: 'Looking how much there is',
    details: 'How Posthorn is',
  },
  backups: {
    title: 'Backups that were made',
    where: (folder: string) => `They lie in ${folder}.`,
    make: 'Make a backup now',
    making: 'Making a backup',
    progress: (done: string, total: string) => `Making a backup: ${done} of ${total}`,
    made: 'The backup is made',
    notMade: 'No backup was made',
    none: 'There is none yet.',
    loading: 'Loading the backups',
    messages: (count: string, bytes: string) => `${count}, ${bytes}`,
    unsound: 'It is not whole.',
    restore: 'Bring back…',
    restoreOf: (moment: string) => `Bring back the backup of ${moment}`,
    remove: 'Delete…',
    removeOf: (moment: string) => `Delete the backup of ${moment}`,
    asksRestore:
      'Your mail and settings become again as they were then. What is here now is kept in a folder beside it. Posthorn checks the backup, then starts anew; this page comes back by itself.',
    asksRemove: 'It is deleted for good.',
    yesRestore: 'Bring it back',
    yesRemove: 'Delete it',
    restoring: 'The backup is being checked. Then Posthorn starts anew with it.',
    notRestored: 'The backup was not brought back',
    removed: 'The backup is deleted',
    notRemoved: 'The backup was not deleted',
  },
  profiles: {
    agent: { title: 'Agents', hint: 'Programs that read and act for you, such as an assistant with a token.' },
    mcp: { title: 'Tools of language models', hint: 'A model that reaches your mail through the tool server (MCP).' },
    closed: 'All of them are refused at present.',
    open: 'Let them read',
    openHint: 'They may then read, and nothing else, in the accounts you choose next.',
    accounts: 'Which accounts',
    sumNone: 'It can see no mail: no account is ticked.',
    sum: (accounts: string, what: string) => `In ${accounts} it may ${what}.`,
    read: 'read',
    draft: 'write drafts',
    send: 'send',
    change: 'change mail',
    others: (count: number) => `${count} more in config.toml`,
  },
  tokens: {
    title: 'Tokens',
    hint: 'A token is a key of its own for one program, which you can take back at any time.',
    none: 'There is none. The page and the command line use your own.',
    loading: 'Loading the tokens',
    add: 'Make a token',
    name: 'What it is for',
    namePlaceholder: 'Morning digest',
    origin: 'What will use it',
    origins: {
      script: 'A script of mine: it may do what I may',
      agent: 'An agent: as far as “Agents” above lets it',
      mcp: 'A tool of a language model: as far as that is let',
    },
    originNames: { script: 'Script', agent: 'Agent', mcp: 'Tool' },
    limit: 'Only some accounts',
    accounts: 'Which accounts',
    make: 'Make it',
    made: 'The token is made. Copy it now: it is not shown again.',
    secret: 'The new token',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'This browser does not allow it. Select the text and copy it.',
    done: 'I have it',
    notMade: 'No token was made',
    needsName: 'Say what it is for, so that you know it again.',
    needsAccount: 'Choose at least one account.',
    about: (origin: string, day: string, accounts: string | undefined) =>
      `${origin}, made ${day}${accounts === undefined ? '' : `, for ${accounts} alone`}`,
    revoke: 'Revoke…',
    revokeOf: (name: string) => `Revoke ${name}`,
    asksRevoke: 'What uses it is shut out at once, and cannot be let in again with the same token.',
    yesRevoke: 'Revoke it',
    revoked: (name: string) => `${name} is revoked`,
    notRevoked: 'The token was not revoked',
  },
  about: {
    facts: 'This Posthorn',
    version: 'Version',
    build: 'Build',
    instance: 'Instance',
    address: 'Address',
    settings: 'Settings',
    mail: 'Mail',
    log: 'Log',
    licence: 'Licence',
    licenceWords: 'Posthorn is free software under the Apache License 2.0.',
    showLicence: 'Read the licence',
    licenceHint:
      'What everybody may do with Posthorn. The licences of what it is made of lie beside the program, in licences.txt.',
    help: 'When something is wrong',
    helpHint:
      'Posthorn looks itself over, says what it finds, and writes a report without mail or addresses that you can show to others.',
    diagnostics: 'How Posthorn is',
    bugReport: 'Bug report',
    docs: 'For programs: what can be asked',
  },
};
