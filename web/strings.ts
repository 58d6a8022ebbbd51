import type { TrustReason } from '../daemon/contract/trust.ts';
import type { Change, Count } from './mutations/change.ts';
import { settingsWords } from './settings/words.ts';

/** Every word the page says, in one place. Numbers and dates are formatted here as well. */

const language = 'en';
const numbers = new Intl.NumberFormat(language);
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
const lists = new Intl.ListFormat(language, { type: 'conjunction' });

export const number = (value: number): string => numbers.format(value);
export const list = (words: readonly string[]): string => lists.format(words);

function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** How long ago, in the largest unit that fits; below a minute "just now". Both in unix milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), 'hour');
  return relative.format(-Math.floor(seconds / 86_400), 'day');
}

const times = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const days = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The time of day of an instant, on this computer's clock. */
export const timeWords = (instant: string): string => times.format(new Date(instant));

/** A day, written `2026-11-20`, as seen from another. */
export function dayWords(day: string, today: string): string {
  const away = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  if (away === 0) return 'Today';
  return away === 1 ? 'Yesterday' : days.format(new Date(`${day}T12:00`));
}

/** A size in bytes as people say it: decimal units, one decimal below ten. */
export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${number(bytes)} bytes`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** What becomes of a label's mail once the label is deleted. */
function losing(name: string, messages: number, archived: number): string {
  if (messages === 0) return `No mail lies in ${name}.`;
  const loses = `${counted(messages, 'message loses', 'messages lose')} the label ${name}`;
  if (archived === 0)
    return `${loses} and stay${messages === 1 ? 's' : ''} where else ${messages === 1 ? 'it lies' : 'they lie'}.`;
  if (archived === messages)
    return `${loses} and ${messages === 1 ? 'goes' : 'go'} to the archive. No mail is deleted.`;
  return `${loses}; ${number(archived)} of them ${archived === 1 ? 'lies' : 'lie'} nowhere else and ${archived === 1 ? 'goes' : 'go'} to the archive. No mail is deleted.`;
}

/** As people say how long something lasts. */
function lengthWords(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [
    days > 0 && counted(days, 'day', 'days'),
    hours > 0 && counted(hours, 'hour', 'hours'),
    rest > 0 && counted(rest, 'minute', 'minutes'),
  ];
  return parts.filter(Boolean).join(' ');
}

const frequencies: Record<string, string | undefined> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

function everyWords(frequency: string, interval: number): string {
  const unit = frequencies[frequency];
  if (unit === undefined) return 'Repeated';
  return interval > 1 ? `Every ${number(interval)} ${unit}s` : `Every ${unit}`;
}

const answerVerbs: Record<string, string | undefined> = {
  accepted: 'accepted',
  tentative: 'may come',
  declined: 'declined',
  delegated: 'sent somebody else',
};

export const strings = {
  product: 'Posthorn',
  pageTitle: (place: string, unread: number) => `${unread > 0 ? `(${number(unread)}) ` : ''}${place} · Posthorn`,
  close: 'Close',
  skipToMail: 'Skip to the mail',

  places: { inbox: 'Inbox', all: 'All mail', label: 'Label' },

  sidebar: {
    edge: 'Width of the sidebar',
    writing: 'What you have written',
    label: 'Mailboxes',
    open: 'Show mailboxes',
    mailboxes: 'Mailboxes',
    labels: 'Labels',
    unread: (count: number) => counted(count, 'unread conversation', 'unread conversations'),
  },

  theme: { label: 'Appearance', system: 'As the system', light: 'Light', dark: 'Dark' },

  list: {
    edge: 'Width of the list',
    label: (place: string) => `Conversations in ${place}`,
    conversations: (count: number) => counted(count, 'conversation', 'conversations'),
    unreadCount: (count: number) => `${number(count)} unread`,
    unread: 'Unread.',
    attachment: 'Has an attachment',
    starred: 'Starred',
    messages: (count: number) => counted(count, 'message', 'messages'),
    noSubject: '(no subject)',
    loading: 'Loading conversations',
    loadingMore: 'Loading older conversations',
    moreFailed: 'The older conversations could not be loaded.',
  },

  reader: {
    label: 'Conversation',
    print: 'Print…',
    notPrinted: 'Nothing was printed',
    nothingOpen: 'Nothing is open',
    nothingOpenHint: 'Choose a conversation on the left, or press J and Enter.',
    back: 'Back to the list',
    close: 'Close',
    newer: 'Newer conversation',
    place: (at: string, total: string) => `${at} of ${total}`,
    older: 'Older conversation',
    loading: 'Loading the conversation',
    gone: 'This conversation is not here',
    goneHint: 'It may have been deleted, or the link is from another mailbox.',
    earlier: (count: number) => counted(count, 'earlier message', 'earlier messages'),
    messageFrom: (sender: string) => `Message from ${sender}`,
    fold: 'Fold this message',
    to: (names: readonly string[]) => `to ${list(names)}`,
    others: (count: number) => counted(count, 'other', 'others'),
    you: 'you',
    toNobody: 'to nobody named',
    showQuoted: 'Show quoted text',
    hideQuoted: 'Hide quoted text',
    more: 'More for this message',
    showHeaders: 'Show original headers',
    frameTitle: (sender: string) => `Formatted message from ${sender}`,
    taller: 'Taller',
    shorter: 'Shorter',
    empty: 'This message has no text.',
    notDownloaded: 'This message has not been downloaded yet. It appears here as soon as it is.',
    bodyFailed: (reason: string) => `The text of this message cannot be shown. ${reason}`,
    outcome: (email: string, outcome: string) =>
      ({
        failed: `Your message could not be delivered to ${email}.`,
        delayed: `Your message to ${email} is late; the server goes on trying.`,
        delivered: `Your message was delivered to ${email}.`,
        relayed: `Your message to ${email} was passed on to another server.`,
        expanded: `Your message was passed on to everybody behind ${email}.`,
        displayed: `${email} has opened your message.`,
        deleted: `${email} has deleted your message without opening it.`,
      })[outcome] ?? `About your message to ${email}: ${outcome}.`,
    unnamedFile: 'Unnamed file',
    onServer: 'on the server',
    onServerWhy: 'Large files stay on the mail server, so that your mail comes quickly and takes little space.',
    account: (name: string) => `In ${name}`,
  },

  attachments: {
    title: 'Attachments',
    show: 'Show',
    download: (name: string) => `Download ${name}`,
    cancel: (name: string) => `Stop downloading ${name}`,
    coming: (name: string) => `How much of ${name} has come`,
    fetching: 'Fetching from the mail server …',
    reading: 'Reading …',
    received: (some: string, all: string) => `${some} of ${all}`,
    preview: (name: string) => `What ${name} looks like`,
    about: (type: string, bytes: string) => `${bytes} · ${type}`,
    save: 'Download',
    newTab: 'Open in a new tab',
    broken: 'This picture cannot be shown here. Download it to open it with another program.',
    beginning: 'This is the beginning. Download the file to see all of it.',
    saveAll: 'Save all',
    saveAllHint: 'Saves all of these files into your download folder.',
    savingAll: (at: number, count: number) => `Saving ${number(at)} of ${number(count)} …`,
    savedAll: (count: number) => `${counted(count, 'file', 'files')} saved`,
    savedSome: (saved: number, count: number) =>
      count === 1 ? 'The file could not be saved' : `${number(saved)} of ${number(count)} files saved`,
    savingLarge: (name: string) => `Saving ${name} into your download folder …`,
  },

  images: {
    waiting: (images: number) => counted(images, 'image waiting', 'images waiting'),
    staying: (images: number) => counted(images, 'image stays out', 'images stay out'),
    shown: (images: number) => counted(images, 'image is shown', 'images are shown'),
    fetching: 'Fetching the images …',
    trackers: (trackers: number, images: number, names: readonly string[]) => {
      const told = `would tell ${list(names)} that you opened this message`;
      if (images === 1) return `, and it ${told}`;
      return trackers === images ? `, all of which ${told}` : `, ${number(trackers)} of which ${told}`;
    },
    keptOut: (trackers: number, names: readonly string[]) =>
      `. ${counted(trackers, 'tracker stays', 'trackers stay')} out: ${list(names)}`,
    failed: (images: number) => `. ${counted(images, 'image', 'images')} could not be fetched`,
    others: 'others',
    show: 'Show images',
    again: 'Try again',
    always: 'Always from this sender',
    alwaysFrom: (sender: string) => `Always show images from ${sender}`,
    allowed: (sender: string) => `Images from ${sender} are shown from now on`,
    forgotten: (sender: string) => `You are asked again before images from ${sender} are shown`,
    notAllowed: 'This sender could not be remembered',
    notForgotten: 'This sender could not be forgotten',
    notFetched: 'The images were not fetched',
    why: 'Why?',
    because:
      'These images lie on the internet. Fetching one tells its host that this message was opened, when, and roughly from where, so they stay out until you ask. Posthorn then fetches them without cookies and without saying who you are. Trackers stay out even then.',
    hosts: 'Where they lie',
    images: (count: number) => counted(count, 'image', 'images'),
    ofTrackers: (names: readonly string[]) => `, tracking for ${list(names)}`,
    allowances: {
      open: 'Whose images are always shown',
      title: 'Whose images are always shown',
      hint: 'Images in mail from these addresses are fetched without asking. Trackers stay out.',
      loading: 'Loading the senders',
      empty: 'Nobody’s. You are asked every time.',
      forget: 'Ask again',
      forgetNamed: (sender: string) => `Ask again before images from ${sender} are shown`,
    },
  },

  views: {
    label: 'How to show this message',
    names: { reader: 'Reader', text: 'Plain text', html: 'As it was laid out', source: 'Source' },
    source: 'The message as it was received',
    loadingSource: 'Loading the source',
    download: 'Download',
    copy: 'Copy',
    copied: 'The source is copied',
    notCopied: 'The source could not be copied',
    cut: 'This is the beginning: the message is too large to show all of it. Export the conversation to have the whole.',
    incomplete: 'Large files of this message are on the mail server and missing here.',
    stats: (spared: { quotes: number; signatures: number; count: number; names: readonly string[] }) => {
      const named = spared.names.length > 0 ? ` (${list(spared.names)})` : '';
      const facts = [
        spared.quotes > 0 && counted(spared.quotes, 'quote', 'quotes'),
        spared.signatures > 0 && counted(spared.signatures, 'signature', 'signatures'),
        spared.count > 0 && counted(spared.count, 'tracker', 'trackers') + named,
      ].filter((fact) => fact !== false);
      return facts.length === 0 ? '' : `Left out or dimmed: ${list(facts)}`;
    },
  },

  trust: {
    open: 'Why Posthorn says so',
    card: (sender: string) => `Is this from ${sender}?`,
    warning: 'A warning about this message',
    careful: 'Be careful.',
    why: 'Why?',
    marks: { known: 'known', ok: 'verified', unverified: 'not verified' },
    verdicts: {
      known: 'You know this sender.',
      ok: 'This comes from whom it says.',
      unverified: 'Nobody has shown that this comes from whom it says.',
      suspicious: 'Something here is made to look like what it is not.',
    },
    reason: ({ code, detail, other }: TrustReason): string => {
      const what = detail ?? '';
      switch (code) {
        case 'corresponded':
          return `You have written to this address ${detail === '1' ? 'once' : `${number(Number(what))} times`}.`;
        case 'wrote_before':
          return `This address has written to you ${detail === '1' ? 'once' : `${number(Number(what))} times`} before.`;
        case 'first_contact':
          return 'This is the first message you have from this address.';
        case 'proven':
          return `Your mail server confirmed that it was sent by ${what}.`;
        case 'not_checked':
          return 'Your mail server did not say whether it checked where this comes from.';
        case 'not_proven':
          return `Your mail server could not confirm that it was sent by ${what}.`;
        case 'changed_on_the_way':
          return `It was passed on by a list or another mailbox, so it cannot be confirmed that ${what} sent it.`;
        case 'not_genuine':
          return `It says it comes from ${what}, but your mail server found that it does not.`;
        case 'not_from_you':
          return `It says it comes from you, but was not sent by the server of ${what}.`;
        case 'lookalike_domain':
          return `${what} looks like ${other ?? 'a name you know'}, but is somebody else’s.`;
        case 'mixed_letters':
          return `The name ${what} mixes letters of different alphabets that look alike.`;
        case 'name_is_address':
          return `The sender goes by the name ${what}, but writes from another address.`;
        case 'name_of_contact':
          return `You know somebody of that name at another address: ${what}.`;
        case 'reply_elsewhere':
          return `Answers go to another address: ${what}.`;
        case 'misleading_link':
          return `A link that shows ${what} really leads to ${other ?? 'another place'}.`;
      }
    },
    trackers: (trackers: number, names: readonly string[]) =>
      `${counted(trackers, 'hidden image', 'hidden images')} would tell the sender that you opened this${names.length > 0 ? ` (${list(names)})` : ''}. ${trackers === 1 ? 'It stays' : 'They stay'} out.`,
    foreign: 'The name as it reads, and as computers write it:',
    checkedBy: (server: string | null) => `Checked by ${server ?? 'your mail server'}`,
    methods: { spf: 'sending server', dkim: 'signature', dmarc: 'the sender’s own rule' },
    result: (result: string) =>
      ({
        pass: 'passed',
        fail: 'failed',
        softfail: 'failed softly',
        none: 'nothing to check',
        neutral: 'says nothing',
        temperror: 'could not be checked',
        permerror: 'could not be checked',
      })[result] ?? result,
  },

  headers: {
    title: 'Original headers',
    hint: 'As they were received, in order.',
    loading: 'Loading the headers',
  },

  search: {
    place: 'Search',
    label: 'Search all mail',
    placeholder: 'Search all mail',
    clear: 'Clear the search',
    results: (total: number, isExact: boolean) =>
      `${isExact ? '' : 'at least '}${counted(total, 'conversation', 'conversations')}`,
    coverage: (indexed: number, stored: number) =>
      indexed < stored
        ? `Searched ${number(indexed)} of ${counted(stored, 'message', 'messages')}; the rest is still being indexed.`
        : `Searched all ${counted(stored, 'message', 'messages')}.`,
    coverageOf: 'Subjects, people, texts and file names, the bin and spam included.',
    order: 'Order',
    orders: { newest: 'Newest first', oldest: 'Oldest first', relevant: 'Best match first' },
    unreadable: 'This search cannot be read',
    suggest: {
      label: 'Suggestions',
      found: (count: number) => (count === 0 ? '' : counted(count, 'suggestion', 'suggestions')),
      here: (label: string) => `Only with the label ${label}`,
      person: { from: (who: string) => `Mail from ${who}`, to: (who: string) => `Mail to ${who}` },
      labelled: (name: string) => `Mail with the label ${name}`,
      kinds: { recent: 'searched before', saved: 'saved search' },
      forget: (query: string) => `Forget the search ${query}`,
      forgotten: (query: string) => `Forgot the search ${query}`,
      help: 'Arrow keys choose, Tab completes, Enter searches, Delete forgets a recent search.',
      /** `names` are other words people may look for it by. `isFirst` is offered before anything is typed. */
      operators: [
        { write: 'from:', label: 'Mail from somebody', names: ['sender', 'author', 'by'], isFirst: true },
        { write: 'to:', label: 'Mail to somebody', names: ['recipient', 'sent'], isFirst: true },
        { write: 'subject:', label: 'Words in the subject', names: ['title', 'about'], isFirst: false },
        {
          write: 'has:attachment',
          label: 'Mail with attachments',
          names: ['attachment', 'file', 'files'],
          isFirst: true,
        },
        { write: 'is:unread', label: 'Mail not read yet', names: ['unread', 'new'], isFirst: true },
        { write: 'is:starred', label: 'Mail with a star', names: ['starred', 'star', 'flagged'], isFirst: false },
        { write: 'before:', label: 'Mail before a day', names: ['until', 'date', 'older'], isFirst: false },
        { write: 'after:', label: 'Mail since a day', names: ['since', 'date', 'newer'], isFirst: false },
        { write: 'newer:7d', label: 'Mail of the last seven days', names: ['week', 'recent', 'last'], isFirst: true },
        { write: 'newer:1m', label: 'Mail of the last month', names: ['month'], isFirst: false },
        { write: 'older:1y', label: 'Mail older than a year', names: ['year', 'old'], isFirst: false },
        { write: 'label:', label: 'Mail with a label', names: ['label', 'folder', 'tag'], isFirst: false },
        { write: 'in:inbox', label: 'Mail in the inbox', names: ['inbox'], isFirst: false },
        { write: 'in:sent', label: 'Mail that you sent', names: ['sent'], isFirst: false },
        { write: 'in:archive', label: 'Mail in the archive', names: ['archive', 'archived'], isFirst: false },
        { write: 'in:trash', label: 'Mail in the bin', names: ['bin', 'trash', 'deleted'], isFirst: false },
        { write: 'in:spam', label: 'Mail in spam', names: ['spam', 'junk'], isFirst: false },
        {
          write: 'is:owed-reply',
          label: 'Mail that waits for your answer',
          names: ['answer', 'reply'],
          isFirst: false,
        },
        { write: 'is:answered', label: 'Mail that was answered', names: ['answered', 'replied'], isFirst: false },
        { write: 'is:read', label: 'Mail that is read', names: [], isFirst: false },
        { write: 'has:invite', label: 'Mail with an invitation', names: ['invitation', 'calendar'], isFirst: false },
        { write: 'has:link', label: 'Mail with a link', names: ['link', 'links'], isFirst: false },
        { write: 'filename:', label: 'Files by their name', names: ['file', 'name'], isFirst: false },
        { write: 'larger:5mb', label: 'Mail larger than 5 MB', names: ['large', 'big', 'size'], isFirst: false },
        { write: 'date:today', label: 'Mail of today', names: ['today'], isFirst: false },
        { write: 'date:yesterday', label: 'Mail of yesterday', names: ['yesterday'], isFirst: false },
        { write: 'date:this-week', label: 'Mail of this week', names: ['week'], isFirst: false },
        { write: 'after:yesterday', label: 'Mail since yesterday', names: [], isFirst: false },
        { write: 'after:this-month', label: 'Mail of this month and later', names: ['month'], isFirst: false },
        { write: 'before:today', label: 'Mail before today', names: [], isFirst: false },
        { write: 'before:this-month', label: 'Mail before this month', names: [], isFirst: false },
      ],
    },
    reading: (parts: readonly string[]) => `Mail ${parts.join(', ')}`,
    conditions: 'What is asked for',
    leaveOut: (condition: string) => `Take out: ${condition}`,
    inAccount: (name: string) => `in the account ${name}`,
    inOrder: (order: string) => order.toLowerCase(),
    /** Where a word stood that was looked for, in a small chip. */
    places: {
      subject: 'subject',
      from: 'sender',
      to: 'recipient',
      cc: 'copy to',
      bcc: 'hidden copy to',
      body: 'text',
      filename: 'file name',
      list: 'mailing list',
    },
    foundIn: 'Found in:',
    didYouMean: 'Did you mean',
    wouldFind: (total: number) => counted(total, 'conversation', 'conversations'),
    everywhere: 'Search all accounts',
    searchWords: 'Search for the words alone',
    nothing: 'Nothing found',
    nothingHint: (query: string) =>
      `No mail matches ${query}. Fewer words find more; the bin and spam were searched too.`,
    ask: 'What are you looking for?',
    askHint: 'Write a few words above: what is found appears as you type. All accounts are searched.',
  },

  empty: {
    inbox: 'Your inbox is empty',
    inboxHint: 'New mail appears here by itself.',
    emptied: 'Nothing left here',
    emptiedHint: 'All of it is put away. Z takes back the last step.',
    label: 'No conversation here',
    labelHint: 'Mail that gets this label appears here.',
    all: 'There is no mail yet',
    allHint: 'It appears here while it is being fetched.',
    fetching: 'Your mail is on its way',
    fetchingHint: 'The newest comes first. You can read while the rest arrives.',
    noAccount: 'No account is set up',
    noAccountHint:
      'Posthorn reads its accounts from config.toml in its settings folder. Add one there, as the README shows, and start Posthorn again.',
  },

  status: {
    label: 'Status',
    lost: 'Posthorn is not answering; trying again',
    refused: 'Posthorn refused this page; load it again',
    unknown: 'Asking how things are',
    noAccount: 'No account is set up',
    syncing: (who: string, current: number, total: number | null) =>
      total === null ? `Syncing ${who}: ${number(current)}` : `Syncing ${who}: ${number(current)} of ${number(total)}`,
    syncingStart: (who: string) => `Syncing ${who}`,
    offline: 'Offline:',
    needsAttention: (what: string) => `Needs attention: ${what}`,
    never: 'Not synced yet',
    synced: (when: string, accounts: number) => `Synced ${when}, ${counted(accounts, 'account', 'accounts')}`,
    except: (synced: string, notice: string) => `${synced}, except that ${notice}`,
    syncNow: 'Sync now',
    tryNow: 'Try now',
    keysBefore: 'Press',
    keysAfter: 'for keys',
    details: 'Accounts',
    detailsOpen: 'Show accounts',
    covered: (indexed: number, stored: number) =>
      indexed >= stored
        ? `Search covers all ${counted(stored, 'message', 'messages')}.`
        : `Search covers ${number(indexed)} of ${counted(stored, 'message', 'messages')}.`,
    config: 'Settings',
    configNote: (line: number | null, message: string) =>
      `config.toml${line === null ? '' : `, line ${line}`}: ${message}`,
    syncFailed: (reason: string) => `The sync could not be started. ${reason}`,
  },

  keys: {
    title: 'Keys',
    sheetHint: (place: string) => `${place}. They work wherever you are not typing.`,
    change: 'Change keys',
    contexts: {
      mail_list: 'In a list',
      thread_view: 'In a conversation',
      message_view: 'On a message',
    },
    page: {
      hint: 'Choose a set of keys, and change any of them. They are kept in keys.toml, and work at once.',
      loading: 'Loading the keys',
      set: 'Set of keys',
      setHint: 'What you have changed yourself stays as it is.',
      presets: { gmail: 'As in Gmail', vim: 'As in Vim' },
      presetHints: {
        gmail: 'j and k to move, e to archive, g then i for the inbox.',
        vim: 'j and k to move, g then g for the first, d then d to archive, a colon for everything by its name.',
      },
      where: 'Where',
      everywhere: 'Everywhere',
      change: 'Change',
      changeOf: (does: string) => `Change the keys for “${does}”`,
      reset: 'Reset',
      resetOf: (does: string) => `Reset the keys for “${does}”`,
      resetAll: 'Reset all keys',
      none: 'No key',
      elsewhere: 'Other keys in some places',
      notes: 'Wrong in keys.toml',
      noteLine: (line: number | null, message: string) => (line === null ? message : `Line ${line}: ${message}`),
      file: (file: string) => `The file is ${file}.`,
      press: 'Press the key',
      pressHint: 'One key, or two one after the other. Then press Tab to go on.',
      field: 'The key you press',
      nothing: 'Press a key',
      keep: 'Keep the keys it has as well',
      use: 'Use this key',
      taken: (key: string, does: string, where: string) =>
        `${key} is for “${does}” already, or begins it: ${where.toLowerCase()}.`,
      take: 'Take it from there',
      without: 'Use no key',
      cancel: 'Cancel',
      notSet: 'The keys could not be changed',
    },
    drafts: 'Go to the drafts',
    outbox: 'Go to the outbox',
    next: 'Next conversation',
    previous: 'Previous conversation',
    first: 'First conversation',
    last: 'Last conversation',
    halfDown: 'Half a page down',
    halfUp: 'Half a page up',
    open: 'Open it',
    close: 'Close it',
    search: 'Search',
    inbox: 'Go to the inbox',
    all: 'Go to all mail',
    select: 'Select it',
    extendNext: 'Select the next as well',
    extendPrevious: 'Select the one before as well',
    selectAll: 'Select all',
    selectNone: 'Select none',
    star: 'Star it, or take its star',
    history: 'Go to the history',
    replyLater: 'Keep to reply later, or take it from there',
    unsubscribe: 'Unsubscribe from this list',
    acceptInvite: 'Accept the invitation',
    maybeInvite: 'Answer the invitation with maybe',
    declineInvite: 'Decline the invitation',
    showImages: 'Show the pictures',
    nextView: 'Show the message another way',
    showAll: 'Unfold all messages and quotes, or fold the quotes',
    saveFiles: 'Save all files',
    exportMarkdown: 'Export as Markdown',
    exportMbox: 'Export as mbox',
    palette: 'Do anything by its name',
    help: 'This list',
    print: 'Print the conversation',
    places: {
      list: 'In a list',
      mail: 'On mail that is open or selected',
      writing: 'While you write',
      anywhere: 'Everywhere',
    },
    shift: 'Shift',
    control: 'Ctrl',
    command: '⌘',
    between: 'then',
    or: 'or',
  },

  palette: {
    open: 'Do anything …',
    title: 'What would you like to do?',
    placeholder: 'An action, a place or words to search for',
    help: 'Show the keys',
    goTo: (place: string) => `Go to ${place}`,
    label: (name: string) => `Go to label ${name}`,
    saved: (name: string) => `Go to saved search ${name}`,
    theme: (name: string) => `Appearance: ${name.toLowerCase()}`,
    sync: 'Check for new mail now',
    syncOf: (account: string) => `Check for new mail in ${account} now`,
    accountSetting: (account: string) => `Account ${account}`,
    syncing: 'Checking for new mail',
    notSynced: 'Could not check for new mail',
    search: (text: string) => `Search for “${text}”`,
    on: (count: Count, subject: string | undefined) =>
      count.count === 1 && subject !== undefined
        ? `Actions are for “${subject}”.`
        : `Actions are for ${counted(count.count, count.of, `${count.of}s`)}.`,
    off: {
      list: 'There is no list here with something to do this to.',
      mail: 'Open or select a conversation first.',
      writing: 'Begin to write first.',
      anywhere: 'This page does not have it.',
    },
  },

  key: {
    title: 'Posthorn needs its key',
    hint: 'This page could not get the key by itself. You find it in the file bridge-token in Posthorn’s folder. It stays in this window only.',
    label: 'Key',
    unlock: 'Unlock',
  },

  docs: {
    title: 'The API',
    link: 'For scripts: the API',
    summary: (count: number) => counted(count, 'request', 'requests'),
    loading: 'Loading the description of the API',
    index: 'Requests',
    records: 'Records',
    search: 'Find a request',
    searchHint: 'Find a request or a record',
    found: (count: number) => (count === 0 ? 'Nothing has these words.' : `${counted(count, 'hit', 'hits')}.`),
    back: 'Back to all requests',
    overview: 'How to begin',
    gone: 'The API has nothing of this name',
    goneHint: 'It may be from another version. All that there is stands in the index.',

    begin: {
      title: 'One address for everything',
      keyTitle: 'The key',
      key: 'A request carries the key as `Authorization: Bearer`. The owner’s key is in the file `bridge-token` in Posthorn’s settings folder; whoever has it may do what you may do. Programs of others should have a token of their own, made by the requests named `tokens`, which can be limited and taken back.',
      firstTitle: 'A first request',
      firstHint: 'Run it in Posthorn’s settings folder, where `bridge-token` is.',
      errorsTitle: 'When something is refused',
      errors:
        'Every error is JSON: `error` is a sentence for people, `code` a word for programs, which stays the same. With `retryable` the same request may succeed later.',
      moreTitle: 'Good to know',
      groupsTitle: 'What there is',
    },

    effects: {
      read: { does: 'Reads only', warning: '' },
      fetch: { does: 'Reads, and may ask a server or a model', warning: '' },
      draft: { does: 'Writes what is not sent', warning: 'This writes a draft or a note of yours.' },
      mutate: { does: 'Changes mail or settings', warning: 'This changes your mail or settings.' },
      send: { does: 'Sends mail', warning: 'This sends mail in your name.' },
      operate: { does: 'Runs the daemon', warning: 'This tells Posthorn itself what to do.' },
      destroy: { does: 'Takes something away', warning: 'This takes something of yours away.' },
      depends: {
        does: 'Shows beforehand or does it, as it is asked',
        warning: 'As you ask it, this may change your mail or settings.',
      },
      unknown: { does: 'May change something', warning: 'This may change your mail or settings.' },
    },
    people: 'For people only: agents, tools and tokens beside the owner’s are refused',
    sometimesPeople: 'Some of it is for people only',
    open: 'Needs no key',
    name: (id: string) => `Called ${id}`,

    parameters: 'Parameters',
    places: { path: 'in the address', query: 'in the query', header: 'as a header' },
    body: 'Body',
    bodyOptional: 'It may be left out.',
    answers: 'Answers',
    errorAnswers: 'Errors',
    otherStatus: 'else',
    noContent: 'Without a body.',
    sentAs: (type: string) => `As ${type}.`,
    example: 'Example',
    codes: 'Codes:',
    required: 'required',
    optional: 'may be absent',
    headers: 'Headers',
    standard: (value: string) => `${value} if left out`,
    fieldsOf: (record: string) => `Fields of ${record}`,
    usedBy: 'Where it is used',
    usedByNone: 'No request speaks of it directly.',
    noFields: 'Any JSON object.',

    command: 'As a command',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected: press Ctrl or ⌘ and C',

    tryIt: 'Try it',
    leftOut: 'left out',
    oneALine: 'One value a line.',
    chooseFile: 'File to send',
    notJson: (reason: string) => `The body is not JSON yet. ${reason}`,
    send: 'Send',
    sendChange: 'Send …',
    sendReally: 'Send it',
    cancel: 'Cancel',
    sending: 'Waiting for the answer',
    noAnswer: 'No answer came. Posthorn may have stopped, or is just starting.',
    answer: 'Answer',
    took: (status: string, ms: number, bytes: string) => `${status}, after ${number(ms)} ms, ${bytes}`,
    emptyAnswer: 'The answer has no body.',
    notText: 'This is no text.',
    save: 'Save as a file',
    showAll: (bytes: string) => `Show all of it (${bytes})`,

    key: {
      title: 'This page has no key yet',
      hint: 'It stays in this window and is forgotten with it.',
      label: 'Key',
      use: 'Use this key',
      fetch: 'Get it from this computer',
      refused: 'The daemon does not give its key to this page. Paste it from the file bridge-token.',
      forget: 'Forget the key',
    },

    events: {
      title: 'Events as they happen',
      connect: 'Connect',
      disconnect: 'Disconnect',
      pause: 'Pause',
      resume: 'Resume',
      clear: 'Clear',
      idle: 'Not connected.',
      connecting: 'Connecting …',
      open: (count: number) => `Connected. ${counted(count, 'event', 'events')} so far.`,
      paused: (count: number) => `Paused. ${counted(count, 'event is', 'events are')} waiting.`,
      closed: (code: number, reason: string) =>
        `The connection has ended (${[code, reason].filter(Boolean).join(', ')}).`,
      list: 'Events, the newest first',
    },
  },

  pick: { tick: 'Choose several' },

  selection: {
    label: 'What to do with the selection',
    summary: (count: number, unread: number) => selected(counted(count, 'conversation', 'conversations'), unread),
    said: (count: number, unread: number) =>
      `${selected(counted(count, 'conversation', 'conversations'), unread)}: selected`,
    whole: (count: number, unread: number, place: string) => selected(`All ${number(count)} in ${place}`, unread),
    selectAll: (total: number) => `Select all ${number(total)}`,
    inPlace: (place: string) => `in ${place}`,
    clear: 'Clear the selection',
    select: 'Select',
    deselect: 'Take from the selection',
    selectRow: (subject: string) => `Select ${subject}`,
    row: 'What to do with this conversation',
    menu: 'What to do with it',
    further: (name: string) => `${name} …`,
    otherTime: 'Another time …',
    otherLabel: 'All labels …',
    dragged: (count: number) => counted(count, 'conversation', 'conversations'),
    question: (change: Change, count: number) => `${asked(change, counted(count, 'conversation', 'conversations'))}?`,
    undoable: 'It can be undone for a day.',
    yes: (change: Change) => verb(change),
    no: 'Leave them as they are',
  },

  snooze: {
    menu: 'Snooze',
    until: 'Snooze until',
    type: 'or type: next friday 9am',
    presets: { tomorrow: 'Tomorrow', tonight: 'This evening', weekend: 'At the weekend', monday: 'On Monday' },
    unclear: 'No time was understood yet. You can write “tomorrow 8am”, “in 3 days” or “4 december”.',
    past: (moment: string) => `${moment} has passed already.`,
    far: (moment: string) => `${moment} is more than five years away.`,
    failed: (reason: string) => `The usual times could not be loaded. ${reason}`,
    date: 'Pick a date and time',
    dateLabel: 'Date and time',
    dateUse: 'Choose this time',
  },

  savedSearches: {
    heading: 'Saved searches',
    edit: 'Edit saved searches',
    editHint: 'Deleting one deletes no mail.',
    none: 'No search is saved',
    noneHint: 'Search for something, then save the search: it stands in the sidebar with how much it finds.',
    saveThis: 'Save this search',
    saveShort: 'Save search',
    name: 'Name',
    query: 'What it searches for',
    colour: 'Colour',
    noColour: 'None',
    hasIcon: (icon: string) => `It has “${icon}” now, and keeps it unless a colour is chosen.`,
    pinThis: 'Pin it above the others',
    save: 'Save',
    cancel: 'Cancel',
    saved: (name: string) => `Saved the search ${name}`,
    notSaved: (name: string) => `The search “${name}” was not saved`,
    notChanged: (name: string) => `${name} was not changed`,
    notMoved: 'The order was not changed',
    removed: (name: string) => `Deleted the search ${name}`,
    notRemoved: (name: string) => `${name} was not deleted`,
    undo: 'Undo',
    changeMore: 'Change …',
    changeNamed: (name: string) => `Change ${name}`,
    up: 'Move up',
    upNamed: (name: string) => `Move ${name} up`,
    down: 'Move down',
    downNamed: (name: string) => `Move ${name} down`,
    pin: 'Pin',
    pinNamed: (name: string) => `Pin ${name}`,
    unpin: 'Unpin',
    unpinNamed: (name: string) => `Unpin ${name}`,
    remove: 'Delete',
    removeNamed: (name: string) => `Delete ${name}`,
  },

  exports: {
    export: 'Export',
    running: 'Exporting',
    done: 'Exported',
    cancelled: 'The export was cancelled',
    failed: 'Nothing was exported',
    cancel: 'Cancel',
    formats: {
      Markdown: 'Markdown, to read',
      Mbox: 'mbox, for mail programs',
      Json: 'JSON, for programs',
      LlmContext: 'Text for a language model',
    },
  },

  labels: {
    menu: 'Label',
    choose: 'Label as',
    move: 'Move to',
    filter: 'Find or make a label',
    filterMove: 'Find or make a place',
    noneYet: 'There is no label yet. Write a name to make one.',
    make: (name: string) => `Make label “${name}”`,
    only: (accounts: readonly string[]) => `only in ${list(accounts)}`,
    apply: 'Apply',
    edit: 'Edit labels',
    notMade: (name: string) => `The label “${name}” was not made`,
    inbox: 'Inbox',
    editHint: 'Deleting a label deletes no mail. Everything here can be undone for a day.',
    none: 'There is no label yet',
    noneHint: 'A label keeps mail together that belongs together. Write a name above to make one.',
    newName: 'New label',
    newHint: 'Name, or Parent/Name',
    account: 'Account',
    makeIt: 'Make it',
    made: (name: string) => `Made the label ${name}`,
    renameNamed: (name: string) => `Rename ${name}`,
    newNameOf: (name: string) => `New name of ${name}`,
    save: 'Save',
    cancel: 'Cancel',
    renamed: (from: string, to: string) => `Renamed ${from} to ${to}`,
    notRenamed: (name: string) => `${name} was not renamed`,
    colour: 'Colour',
    colourOf: (name: string) => `Colour of ${name}`,
    ownColour: 'By its name',
    notColoured: (name: string) => `${name} kept its colour`,
    removeNamed: (name: string) => `Delete ${name}`,
    keep: 'Keep it',
    counting: 'Looking what lies there …',
    losing: (name: string, messages: number, archived: number) => losing(name, messages, archived),
    removed: (name: string) => `Deleted the label ${name}`,
    notRemoved: (name: string) => `${name} was not deleted`,
    total: (count: number) => counted(count, 'conversation', 'conversations'),
    markRead: 'Mark all as read',
    renameMore: 'Rename …',
    removeMore: 'Delete …',
    pending: 'The server will be told.',
  },

  later: {
    heading: 'Later',
    places: { snoozed: 'Snoozed', 'reply-later': 'Reply later', reminders: 'Reminders', invites: 'Invitations' },
    list: (place: string) => `Mail in ${place}`,
    counts: {
      snoozed: (count: number) => counted(count, 'conversation', 'conversations'),
      'reply-later': (count: number) => counted(count, 'message', 'messages'),
      reminders: (count: number) => counted(count, 'message', 'messages'),
      invites: (count: number) => counted(count, 'event', 'events'),
    },
    overdue: 'Any moment now',
    wakes: (moment: string) => `Comes back ${moment}`,
    wake: 'Wake now',
    wakeNamed: (subject: string) => `Wake now: ${subject}`,
    change: 'Change time',
    changeNamed: (subject: string) => `Change time: ${subject}`,
    changed: (moment: string) => `Snoozed until ${moment}`,
    notChanged: 'The time was not changed',
    flagged: 'To be answered',
    done: 'Done',
    doneNamed: (subject: string) => `Done: ${subject}`,
    back: (subject: string) => `Back in the inbox: ${subject}`,
    severalBack: (count: number) => `${counted(count, 'conversation is', 'conversations are')} back in the inbox`,
    open: 'Open',
    snoozedEmpty: 'Nothing is snoozed',
    snoozedEmptyHint: 'What you snooze waits here, and comes back on top of the inbox when its time has come.',
    replyEmpty: 'Nothing waits for an answer of yours',
    replyEmptyHint: 'Mail you mark with “Reply later” waits here until you take it off the list.',
  },

  invites: {
    when: 'When',
    where: 'Where',
    who: 'Who',
    link: 'Link',
    repeats: 'Repeats',
    untitled: 'Event without a title',
    nowhere: 'No place is said',
    allDay: 'all day',
    span: (from: string, to: string) => `${from} to ${to}`,
    length: (minutes: number) => lengthWords(minutes),
    days: (count: number) => counted(count, 'day', 'days'),
    elsewhere: (span: string, zone: string) => `${span} in ${zone}`,
    every: (frequency: string, interval: number) => everyWords(frequency, interval),
    until: (every: string, day: string) => `${every}, until ${day}`,
    became: {
      current: '',
      updated: 'A later message changed this event.',
      cancelled: 'This event is cancelled.',
      past: 'This event is over.',
    },
    isUpdate: 'This changes what an earlier message said.',
    further: 'What holds now stands in another message of this conversation.',
    newest: 'See what holds now',
    more: (count: number) => `The message tells of ${counted(count, 'other event', 'other events')} besides.`,
    answered: (name: string, partstat: string | null, summary: string) =>
      `${name} ${answerVerbs[partstat ?? ''] ?? 'answered'}: ${summary}`,
    countered: (name: string, summary: string) => `${name} proposes another time: ${summary}`,
    organises: 'organises it',
    guests: 'Guests',
    you: 'You',
    partstat: (partstat: string | null, isOwn: boolean) =>
      answerVerbs[partstat ?? ''] ?? (isOwn ? 'have not answered' : 'has not answered'),
    own: (partstat: string) => `You ${answerVerbs[partstat] ?? 'have not answered'}`,
    allGuests: (count: number) => `Show all ${number(count)} guests`,
    from: (name: string) => `Invitation from ${name}`,
    save: 'Add to calendar',
    saveHint: 'Saves the event as a file that your calendar opens',
    series: 'Repeated',
    underWay: 'Under way',
    notArrived: 'Your answer was not sent',
    answer: {
      label: 'Your answer',
      choices: { accept: 'Accept', tentative: 'Maybe', decline: 'Decline' },
      addComment: 'Add a few words',
      comment: (host: string) => `A few words to ${host || 'the organiser'}, sent with your answer`,
      became: (state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown', host: string) =>
        ({
          queued: `Your answer is about to go to ${host || 'the organiser'}.`,
          sending: `Your answer is going to ${host || 'the organiser'} now.`,
          sent: `Your answer was sent to ${host || 'the organiser'}.`,
          failed: `Your answer was not sent to ${host || 'the organiser'}.`,
          unknown: `Nobody knows whether your answer reached the server of ${host || 'the organiser'}.`,
        })[state],
      takeBack: 'Take it back',
      notSent: 'Your answer was not sent',
      notTakenBack: 'Your answer was not taken back',
    },
    empty: 'No event lies ahead',
    emptyHint: 'Invitations in your mail are listed here until they are over.',
  },

  merge: {
    title: 'Mail merge',
    hint: 'One draft and a table make a draft for each row. Where the draft says {name}, the cell of that column stands.',
    noDrafts: 'There is no draft to fill in',
    noDraftsHint: 'Write a message with {columns} in it, save it as a draft, and come back.',
    draft: 'Draft',
    chooseDraft: 'Choose a draft',
    table: 'Table',
    tableHint: 'A CSV file whose first line names the columns, as Excel and others save it. 10,000 rows at the most.',
    emailColumn: 'Column with the addresses',
    found: (rows: number, columns: readonly string[]) =>
      `${counted(rows, 'row', 'rows')}, with the columns ${list(columns)}.`,
    unknown: (names: readonly string[]) =>
      `The table has no column for ${list(names.map((name) => `{${name}}`))}. It would be sent as it stands.`,
    problems: 'To look at',
    inLine: (line: number, message: string) => `Line ${number(line)}: ${message}`,
    moreProblems: (count: number) => `And ${number(count)} more.`,
    first: 'The first messages',
    to: (to: string) => `To ${to}`,
    skipDuplicates: (count: number) => `Leave out ${counted(count, 'row', 'rows')} whose address an earlier row has`,
    make: (count: number) => `Make ${counted(count, 'draft', 'drafts')}`,
    makeHint: 'Nothing is sent yet: you can look at every draft first.',
    notMade: 'No drafts were made',
    stands: (
      state: 'making' | 'made' | 'sending',
      {
        rows,
        waiting,
        skipped,
        drafted,
        queued,
        held_back,
      }: Record<'rows' | 'waiting' | 'skipped' | 'drafted' | 'queued' | 'held_back', number>,
    ) =>
      state === 'making'
        ? `Making drafts: ${number(rows - waiting)} of ${number(rows)}.`
        : [
            counted(drafted, 'draft', 'drafts'),
            ...(queued > 0 ? [`${number(queued)} handed to the outbox`] : []),
            ...(held_back > 0 ? [`${number(held_back)} held back`] : []),
            ...(skipped > 0 ? [`${number(skipped)} left out`] : []),
          ].join(' · '),
    send: (count: number) => `Send ${counted(count, 'message', 'messages')} …`,
    reallySend: (count: number) => `Really send ${counted(count, 'message', 'messages')}`,
    discard: 'Throw the drafts away',
    another: 'Another merge',
    rows: 'Rows of the table',
    line: (line: number) => `Line ${number(line)}`,
    moreRows: (count: number) => `${counted(count, 'other row is', 'other rows are')} not listed.`,
    states: {
      waiting: 'Not made yet',
      skipped: 'Left out',
      drafted: 'Draft',
      due: 'Goes to the outbox',
      queued: 'In the outbox',
      held_back: 'Held back',
      discarded: 'Thrown away',
      sending: 'Being sent',
      sent: 'Sent',
      failed: 'Not sent',
      unknown: 'Nobody knows whether it was sent',
      cancelled: 'Taken back',
    },
  },

  reminders: {
    menu: 'Remind me if nobody answers',
    until: 'Remind me of this if nobody answers until',
    presets: { tomorrow: 'Tomorrow', threeDays: 'In three days', week: 'In a week', fortnight: 'In two weeks' },
    set: (moment: string) => `You will hear of it on ${moment} if nobody answers`,
    notSet: 'No reminder was set',
    cancel: 'Cancel',
    cancelNamed: (subject: string) => `Cancel: ${subject}`,
    cancelled: 'The reminder is cancelled',
    notCancelled: 'The reminder was not cancelled',
    to: (names: readonly string[]) => `To ${list(names)}`,
    toNobody: 'To nobody named',
    fired: 'Told',
    firedOn: (moment: string) => `Nobody had answered by ${moment}`,
    dueOn: (moment: string) => `If nobody answers until ${moment}`,
    unanswered: (subject: string) => `Nobody has answered yet: ${subject}`,
    empty: 'No reminder waits',
    emptyHint: 'In the menu of mail you sent you can ask to be reminded if nobody answers it.',
  },

  errors: {
    title: 'This could not be loaded',
    unreachable: 'Posthorn is not answering. It may be starting, or it has stopped.',
    unexpected: 'Something went wrong on this page.',
    retry: 'Try again',
    toInbox: 'Go to the inbox',
    lost: 'There is nothing at this address',
    lostHint: 'The link may be old.',
  },
  activity: {
    title: 'Activity',
    hint: 'Who did what with your mail and settings. It is kept on this computer alone and never sent anywhere.',
    empty: 'Nothing has been recorded yet',
    emptyHint:
      'What you, your scripts and your agents do from now on is listed here. It never leaves this computer, and you can remove any of it.',
    nothingFound: 'Nothing of that kind was recorded',
    nothingFoundHint: 'Choose everyone, any action or all times to see more.',
    stopped: (by: 'settings' | 'environment' | 'pause', until: number | undefined) =>
      ({
        settings: 'Nothing is recorded: the activity log is switched off in the settings (activity.enabled).',
        environment: 'Nothing is recorded: Posthorn was started with SVC_ACTIVITY=off.',
        pause:
          until === undefined
            ? 'Recording is paused. Nothing of what is done now will be listed here.'
            : `Recording is paused until ${days.format(until)}, ${times.format(until)}. Nothing of what is done until then will be listed here.`,
      })[by],
    filters: 'Which entries are shown',
    whose: 'Whose',
    everyone: 'Everyone',
    parties: { people: 'You', scripts: 'Scripts', agents: 'Agents', posthorn: 'Posthorn itself' },
    find: 'Find words in the log',
    which: 'Which action',
    anyAction: 'Any action',
    when: 'When',
    spans: { 0: 'All times', 1: 'Today', 7: 'The last 7 days', 30: 'The last 30 days' },
    busiest: (count: number, day: string, most: number) =>
      `How much was done on each of ${counted(count, 'day', 'days')}. The most was ${number(most)}, on ${days.format(new Date(`${day}T12:00`))}.`,
    onDay: (day: string, count: number) =>
      `${days.format(new Date(`${day}T12:00`))}: ${counted(count, 'entry', 'entries')}`,
    older: 'Show what was before',
    choose: (what: string, time: string) => `Choose: ${what}, ${time}`,
    chosenLabel: 'What to do with the chosen entries',
    chosen: (count: number) => `${counted(count, 'entry', 'entries')} chosen`,
    clear: 'Choose none',
    redact: 'Redact …',
    redactWhat: 'Redact what they were about',
    redactHint: 'The subject, the words and the mail they name are removed for good. That something was done stays.',
    redactYes: (count: number) => `Redact ${counted(count, 'entry', 'entries')} for good`,
    redactedNow: (count: number) => `${counted(count, 'entry was', 'entries were')} redacted.`,
    redacted: 'redacted',
    pause: 'Pause recording',
    pauses: (minutes: number | undefined) =>
      minutes === undefined ? 'Until I resume it' : minutes === 60 ? 'For an hour' : 'For a day',
    pausedNow: 'Recording is paused.',
    resume: 'Record again',
    resumedNow: 'What is done is recorded again.',
    export: 'Export',
    formats: { csv: 'A table (CSV)', json: 'One list (JSON)', ndjson: 'One record a line (NDJSON)' },
    exported: (count: number) => `${counted(count, 'entry was', 'entries were')} saved as a file.`,
    prune: 'Remove old entries',
    pruneHint: 'Removed entries are gone for good.',
    ages: (days: number) =>
      days === 0 ? 'All entries' : `Older than ${days === 7 ? 'a week' : days === 30 ? 'a month' : 'three months'}`,
    pruned: (count: number) => `${counted(count, 'entry was', 'entries were')} removed.`,
    notDone: (reason: string) => `That was not done. ${reason}`,
    refused: 'refused',
    failed: (code: string) => `not done: ${code}`,
    quoted: (text: string) => `“${text}”`,
    messages: (count: number) => counted(count, 'message', 'messages'),
    entries: (count: number) => counted(count, 'entry', 'entries'),
    sources: {
      human: 'You',
      web: 'You, on this page',
      cli: 'You, on the command line',
      script: 'A script',
      daemon: 'Posthorn',
      agent: 'An agent',
      mcp: 'A tool',
    },
    byToken: (source: string, name: string) => `${source} with the key “${name}”`,
    byGone: (source: string) => `${source} with a key that was removed`,
    otherAction: (name: string) => sentence(name),
    actions: {
      'mail.search': 'Searched',
      'mail.count': 'Counted mail',
      'mail.open': 'Read a conversation',
      'mail.read_body': 'Read a message',
      'mail.read_headers': 'Read the headers of a message',
      'mail.read_source': 'Read the source of a message',
      'mail.check_sender': 'Looked whether a message can be trusted',
      'mail.list': 'Listed mail',
      'mail.archive': 'Archived',
      'mail.trash': 'Moved to the bin',
      'mail.spam': 'Reported as spam',
      'mail.star': 'Changed a star',
      'mail.mark_read': 'Marked as read or unread',
      'mail.read_and_archive': 'Read and archived',
      'mail.label': 'Changed labels',
      'mail.move': 'Moved',
      'mail.route': 'Moved from a queue',
      'mail.set_flags': 'Set marks',
      'mail.undo': 'Undid something',
      'mail.snooze': 'Snoozed',
      'mail.wake': 'Woke snoozed mail',
      'mail.save_draft': 'Stored a draft',
      'mail.discard_draft': 'Threw a draft away',
      'mail.recover_draft': 'Took a draft back',
      'mail.adopt_draft': 'Took over a draft of another program',
      'mail.reply_later': 'Changed what is to be answered later',
      'mail.load_images': 'Looked at images',
      'mail.open_link': 'Opened a link',
      'reminders.set': 'Set a reminder',
      'reminders.cancel': 'Cancelled a reminder',
      'reminders.fire': 'Reminded of unanswered mail',
      'labels.create': 'Made a label',
      'labels.rename': 'Renamed a label',
      'labels.remove': 'Deleted a label',
      'labels.colour': 'Coloured a label',
      'images.allow': 'Allowed images of a sender',
      'images.forget': 'Took back that images of a sender are shown',
      'attachments.open': 'Opened an attachment',
      'attachments.download': 'Saved an attachment',
      'people.sender': 'Looked up a sender',
      'people.autocomplete': 'Looked up an address',
      'invites.reply': 'Answered an invitation',
      'merge.preview': 'Looked at a mail merge',
      'merge.start': 'Made drafts of a table',
      'merge.get': 'Looked at a mail merge',
      'merge.send': 'Sent a mail merge',
      'merge.discard': 'Threw a mail merge away',
      'subscriptions.unsubscribe': 'Unsubscribed',
      'subscriptions.purge': 'Unsubscribed and cleared up',
      'saved_searches.create': 'Saved a search',
      'saved_searches.update': 'Changed a saved search',
      'saved_searches.remove': 'Deleted a saved search',
      'saved_searches.run': 'Ran a saved search',
      'exports.thread': 'Exported a conversation',
      'exports.search': 'Exported what a search found',
      'exports.start': 'Began an export',
      'mail.send': 'Sent a draft',
      'mail.send_scheduled': 'Sent what was planned for a moment',
      'mail.plan_send': 'Planned a send',
      'mail.cancel_send': 'Took a send back',
      'mail.deny_send': 'Said that a message was not sent',
      'mail.retry_send': 'Tried a send again',
      'mail.affirm_send': 'Said that a message was sent',
      'signatures.save': 'Saved a signature',
      'signatures.remove': 'Deleted a signature',
      'signatures.set_default': 'Chose where a signature is put',
      'signatures.clear_default': 'Chose where no signature is put',
      'snippets.save': 'Saved a snippet',
      'snippets.remove': 'Deleted a snippet',
      'settings.change': 'Changed a setting',
      'tokens.create': 'Made a key for a program',
      'tokens.remove': 'Removed the key of a program',
      'backup.create': 'Asked for a backup',
      'backup.restore': 'Asked to restore a backup',
      'backup.remove': 'Deleted a backup',
      'import.start': 'Began an import',
      'diagnostics.repair': 'Repaired something',
      'sync.start': 'Asked for new mail',
      'jobs.cancel': 'Cancelled a job',
      'admin.shutdown': 'Stopped Posthorn',
      'activity.export': 'Exported the activity log',
      'activity.redact': 'Redacted the activity log',
      'activity.prune': 'Removed entries of the activity log',
      'activity.pause': 'Paused the activity log',
      'activity.resume': 'Resumed the activity log',
      'activity.save_filter': 'Saved a filter of the activity log',
      'activity.remove_filter': 'Deleted a filter of the activity log',
      'activity.dropped': 'More was done at once than could be recorded',
    },
  },

  people: {
    card: (name: string) => `About ${name}`,
    open: (name: string) => `${name}: who this is`,
    loading: 'Looking through the mail',
    unknown: 'Nothing is known of this sender: no mail from them is kept here.',
    letters: (received: number, sent: number) =>
      `${counted(received, 'message', 'messages')} from them, ${counted(sent, 'message', 'messages')} to them`,
    since: (first: string, last: string) => (first === last ? `On ${first}` : `First on ${first}, last on ${last}`),
    date: (instant: string) => dates.format(new Date(instant)),
    inInbox: (count: number) => `${counted(count, 'conversation', 'conversations')} in the inbox`,
    isList: 'Most of their mail comes by a list',
    answered: (count: number) => `You answered ${counted(count, 'message', 'messages')}`,
    recent: 'Recent mail',
    sentByYou: 'You:',
    showAll: 'Show all mail',
    search: 'Search their mail',
  },
  subscriptions: {
    title: 'Subscriptions',
    hint: 'Senders whose lists you can leave, by their newest mail. What you open is counted on this computer alone.',
    empty: 'No subscriptions',
    emptyHint: 'Mail that came by a list which can be left is gathered here.',
    more: 'Show more subscriptions',
    facts: (messages: number, opened: number, unread: number) =>
      [
        counted(messages, 'message', 'messages'),
        `${number(Math.round((opened / Math.max(1, messages)) * 100))}% opened`,
        ...(unread > 0 ? [`${number(unread)} unread`] : []),
      ].join(' · '),
    asked: (state: 'asking' | 'done' | 'failed' | 'unknown' | 'by_hand', day: string) =>
      ({
        asking: 'Being asked to take you off',
        done: `Agreed on ${day} to take you off`,
        failed: `Asked on ${day} to take you off; that failed`,
        unknown: `Asked on ${day} to take you off; nobody knows whether they heard`,
        by_hand: `You were shown on ${day} how to leave by hand`,
      })[state],
    unsubscribe: 'Unsubscribe',
    unsubscribeFrom: (sender: string) => `Unsubscribe from ${sender}`,
    question: (sender: string) => `Leave the list of ${sender}?`,
    willAsk: (host: string) =>
      `Posthorn asks ${host} once to take you off, without cookies and without saying more. This cannot be taken back.`,
    onPage: (host: string) =>
      `This list can only be left on a page at ${host}. Whoever runs it sees that you came, and from where.`,
    byMail: (address: string) =>
      `Posthorn sends a short mail to ${address}, from the address this list knows. This cannot be taken back.`,
    mailWaits: (sender: string) => `The mail that takes you off the list of ${sender} waits in the outbox`,
    openPage: 'Open the page',
    writeMail: 'Write the mail',
    andArchive: (messages: number) =>
      `Unsubscribe and archive ${messages === 1 ? 'their message' : `all ${number(messages)} messages from them`}`,
    archiveAll: (messages: number) =>
      `Archive ${messages === 1 ? 'their message' : `all ${number(messages)} messages from them`}`,
    asking: 'Asking …',
    cancel: 'Cancel',
    done: (sender: string) => `${sender} takes you off the list`,
    already: (sender: string) => `${sender} had been asked already`,
    archived: (messages: number, sender: string) => `Archived ${counted(messages, 'message', 'messages')} of ${sender}`,
    archivedToo: (messages: number, sender: string) =>
      `Unsubscribed from ${sender} and archived ${counted(messages, 'message', 'messages')}`,
    failed: (sender: string) => `You may still be on the list of ${sender}`,
    notAsked: 'The sender was not asked',
    byHand: { page: 'You can try on their own page instead.', mail: 'You can write the mail yourself instead.' },
  },
  history: {
    title: 'What was done',
    hint: 'Everything done to your mail is kept here for a day, and can be taken back as long.',
    empty: 'Nothing was done in the last day',
    emptyHint: 'What you archive, move or mark is listed here for a day, with a button that takes it back.',
    older: 'Show what was before',
    undoThis: (said: string) => `Undo: ${said}`,
    about: (subject: string, others: number) =>
      others > 0 ? `“${subject}” and ${counted(others, 'other', 'others')}` : `“${subject}”`,
    by: (origin: string) => `by way of ${origin}`,
    undone: 'Undone',
    redone: 'Done again',
    refused: (failed: number, of: number, error: string | null) =>
      `${failed === of ? 'Taken back' : `Taken back for ${number(failed)} of ${number(of)}`}${error ? `: ${error}` : ''}`,
    waiting: (waiting: number, of: number) =>
      waiting === of ? 'The server has yet to be told' : `The server has yet to be told of ${number(waiting)}`,
    done: 'Done',
    waitingActs: (count: number) => `${counted(count, 'action', 'actions')} waiting`,
    waitingWhy: 'Done here, and told to the servers as soon as they can be reached',
  },

  compose: {
    fromAccount: (email: string, account: string) => `${email} (${account})`,
    acts: {
      compose: 'Write a message',
      reply: 'Reply',
      replyAll: 'Reply to all',
      forward: 'Forward',
      send: 'Send the message',
      sendLater: 'Send the message later',
      addCc: 'Add Cc',
      addBcc: 'Add Bcc',
      keepDraft: 'Close the message and keep it as a draft',
      discardDraft: 'Throw the message away',
    },
    write: 'Write',
    label: (subject: string) => `Message: ${subject}`,
    untitled: 'New message',
    fold: 'Fold to its title',
    unfold: (subject: string) => `Go on writing ${subject}`,
    larger: 'As large as the window',
    smaller: 'In the corner',
    close: 'Close and keep as a draft',
    loading: 'Opening the message',
    fields: { from: 'From', to: 'To', cc: 'Cc', bcc: 'Bcc', subject: 'Subject' },
    peopleOf: (field: string) => `${field}: who it goes to`,
    suggestions: 'People you write to',
    added: (who: readonly string[], field: string) => `${list(who)} added to ${field}`,
    removed: (who: string, field: string) => `${who} removed from ${field}`,
    moved: (who: string, field: string) => `${who} moved to ${field}`,
    remove: (what: string) => `Remove ${what}`,
    badChip: (text: string) => `${text}, which is not an address`,
    notAddresses: (texts: readonly string[]) =>
      texts.length === 1
        ? `“${texts[0]}” is not an address.`
        : `${list(texts.map((text) => `“${text}”`))} are not addresses.`,
    include: (who: string) => `Include ${who}?`,
    add: 'Add',
    no: 'No',
    text: 'Text of the message',
    textHint: 'Write here …',
    formatting: 'Formatting',
    marks: {
      bold: 'Bold',
      italic: 'Italic',
      strike: 'Struck through',
      heading: 'Heading',
      bulletList: 'List',
      orderedList: 'Numbered list',
      blockquote: 'Quote',
      code: 'Code',
    },
    link: 'Link',
    linkAddress: 'Address of the link',
    linkSet: 'Set link',
    linkRemove: 'Remove link',
    showQuote: 'Show what is quoted',
    mode: 'How you write',
    modes: { rich: 'Rich', markdown: 'Markdown' },
    modeHints: { rich: 'With formatting on screen', markdown: 'As Markdown, with its signs' },
    markdownOnly:
      'This text has something that cannot be shown with its formatting, such as a table. It is shown as Markdown, so that nothing is lost.',
    attach: 'Attach files',
    attached: 'Attached files',
    uploading: (name: string) => `${name} is being attached`,
    cancelUpload: (name: string) => `Do not attach ${name}`,
    notAttached: (why: string) => `Not attached: ${why}`,
    fetching: 'being fetched',
    tryAgain: 'Try again',
    signature: 'Signature',
    noSignature: 'No signature',
    noSignatures: 'You have no signatures yet.',
    signatureOf: (name: string) => `Signature ${name}, put in when it is sent`,
    signatureStays: 'The signature of this address could not be found out',
    snippet: 'Snippets',
    snippetFind: 'Find a snippet',
    snippetHint: 'In the text, type ; and its name, then Tab.',
    noSnippets: 'You have no snippets yet.',
    snippetAsks: (name: string) => `${name} needs`,
    insert: 'Insert',
    saved: 'Saved',
    saving: 'Saving…',
    kept: (why: string) => `Not saved: ${why} It is kept in this window.`,
    conflict: 'Changed in another window too',
    conflictWhy: 'This message was changed in two places. Nothing is lost: choose which text goes on.',
    here: 'Written here',
    there: 'Written elsewhere',
    keepHere: 'Keep what is here',
    takeThere: 'Take the other',
    ended: 'Not saved: this message is closed',
    endedWhy: (why: string) => `What you added here is not in it. ${why}`,
    writeAnew: 'Put it into a new message',
    throwAway: 'Throw it away',
    found: 'Something you wrote was not saved when its window closed',
    open: 'Open',
    discard: 'Throw away',
    discarded: 'Thrown away',
    notDiscarded: 'It could not be thrown away',
    keptAsDraft: 'Kept as a draft',
    notKept: 'It could not be kept as a draft',
    notBegun: 'Could not begin a message',
    notOpened: 'Could not open the message',
    send: 'Send',
    sendWays: 'Other ways to send',
    sendLater: 'Send later',
    sendAndArchive: 'Send and archive',
    stillUploading: 'A file is not attached yet. Wait for it, try again, or take it off.',
    storeFirst: 'It is not sent, because its newest words are not saved yet.',
    notHanded: 'Not sent',
    consider: 'Before it goes',
    stopped: 'This stops it from being sent',
    severities: { info: 'Note', warning: 'Warning', blocker: 'Stops it' },
    goOn: 'Go on writing',
    sendAnyway: 'Send anyway',
    override: 'Send in spite of that',
    sendingIn: (seconds: number) => `Sending in ${number(seconds)} s`,
    sending: 'Sending …',
    scheduled: (when: string) => `Goes ${when}`,
    sent: 'Sent',
    waiting: 'Not sent yet; it is tried again by itself',
    notSent: 'Not sent',
    openDraft: 'Open draft',
    inDoubt: 'Nobody knows whether it was sent',
    inDoubtWhy: 'The connection broke at the last moment. The outbox shows what can be done.',
    notKnown: 'What became of your message is not known yet',
    notTakenBack: 'It could not be taken back',
    htmlDraft: 'Draft of another program',
    htmlWhy: 'Its formatting is not ours to change. You can send it as it is, or take its words into a new message.',
    sendAsItIs: 'Send as it is',
    copyIntoNew: 'Copy into a new message',
  },

  drafts: {
    title: 'Drafts',
    hint: 'What you have written and not sent. It is stored as you type, and waits here as long as you like.',
    empty: 'Nothing is waiting to be finished',
    emptyHint: 'What you begin to write is kept here until you send it or throw it away.',
    to: (who: string) => `To ${who}`,
    toNobody: 'To nobody yet',
    chosen: (count: number) => `${counted(count, 'draft', 'drafts')} chosen`,
    choose: (subject: string) => `Choose ${subject}`,
    waiting: 'Its newest version is not on the server yet',
    isOpen: 'Open for writing',
    failed: 'It could not be sent',
    discard: 'Throw away',
    discardNamed: (subject: string) => `Throw away ${subject}`,
    discarded: (count: number) => `${count === 1 ? 'The draft was' : `${number(count)} drafts were`} thrown away`,
    notDiscarded: 'The draft could not be thrown away',
    merge: 'Send to many from a table',
    editThis: 'Go on writing',
    notOpened: 'The draft could not be opened',
    recentlyDiscarded: (count: number) => `${counted(count, 'draft', 'drafts')} thrown away in the last 30 days`,
    recover: 'Take back',
    recoverNamed: (subject: string) => `Take back ${subject}`,
    notRecovered: 'The draft could not be taken back',
    count: (count: number) => counted(count, 'draft', 'drafts'),
    others: 'Look at what lies in Drafts on the servers',
  },

  outbox: {
    title: 'Outbox',
    hint: 'Mail on its way out. It goes by itself, once, also when you close this window.',
    empty: 'Nothing is on its way',
    emptyHint: 'What you send later, and what cannot be sent yet, waits here.',
    groups: { asks: 'Needs you', waits: 'On its way', went: 'Sent of late' },
    to: (who: string) => `To ${who}`,
    toNobody: 'To nobody',
    purposes: { mail: 'Mail', invite_reply: 'Answer to an invitation', unsubscribe: 'Leaves a mailing list' },
    held: (seconds: number) => (seconds > 0 ? `Goes in ${counted(seconds, 'second', 'seconds')}` : 'Goes now'),
    scheduled: (when: string) => `Goes ${when}`,
    waiting: 'Goes in a moment',
    triedAgain: (when: string) => `Not sent yet. Tried again ${when}`,
    sending: 'Being sent',
    sent: (when: string) => `Sent ${when}`,
    sentPartly: 'Sent, but not to everybody',
    failed: 'Not sent',
    unknown: 'Nobody knows whether it was sent',
    cancelled: 'Taken back',
    notReached: (who: string, why: string | null | undefined) => `Did not reach ${who}${why ? `: ${why}` : ''}`,
    noCopy: 'It was sent, but its copy could not be put into Sent.',
    actOn: (act: string, subject: string) => `${act}: ${subject}`,
    undo: 'Undo',
    tryNow: 'Try now',
    sendNow: 'Send now',
    anotherTime: 'Another time',
    takeBack: 'Take back',
    takenBack: 'It will not be sent, and is a draft again',
    notTakenBack: 'It could not be taken back',
    notScheduled: 'The time could not be changed',
    openDraft: 'Open draft',
    edit: 'Open draft',
    sendAgain: 'Send again',
    notRetried: 'It could not be tried again',
    arrived: 'It arrived',
    notArrived: 'It did not: back to drafts',
    lookInSent: 'Look in Sent',
    notSettled: 'That could not be noted',
    isDraftAgain: 'It is a draft again',
    count: (count: number) => `${number(count)} on the way`,
    asking: (count: number) => `${counted(count, 'message needs', 'messages need')} you`,
  },

  texts: {
    title: 'Signatures and snippets',
    hint: 'What stands below your mail, and what you write often.',
    signatures: 'Signatures',
    noSignatures: 'No signature yet. One is put below what you write, above what you quote.',
    newSignature: 'New signature',
    snippets: 'Snippets',
    noSnippets: 'No snippet yet. Type ; and its name while you write, and the text stands there.',
    newSnippet: 'New snippet',
    name: 'Name',
    text: 'Text',
    markdown: 'Markdown is understood: **bold**, *italic*, [a link](https://example.org).',
    variables: 'Write {first_name} where something is filled in each time.',
    preview: 'As it is seen',
    save: 'Save',
    cancel: 'Cancel',
    edit: 'Change',
    editNamed: (name: string) => `Change ${name}`,
    remove: 'Delete',
    removeNamed: (name: string) => `Delete ${name}`,
    saved: (name: string) => `${name} is saved`,
    notSaved: (name: string) => `${name} could not be saved`,
    removed: (name: string) => `${name} was deleted`,
    notRemoved: (name: string) => `${name} could not be deleted`,
    defaults: 'Which one is put where',
    defaultsHint: 'For an account, or for everything where an account has none of its own.',
    forNew: 'New mail',
    forReply: 'Answers and forwards',
    place: 'Account',
    everywhere: 'Everywhere',
    none: 'None',
    asEverywhere: 'As everywhere',
    defaultOf: (place: string, kind: string) => `${kind}, ${place}`,
    notSet: 'That could not be changed',
    inserts: (vars: readonly string[]) => `Filled in: ${list(vars)}`,
  },

  settings: settingsWords,

  accounts: {
    title: 'Accounts',
    hint: 'Where your mail comes from and goes out.',
    kept: {
      keychain: 'Passwords are kept in the keychain of this computer.',
      file: 'Passwords are kept in a file that only you can read (secrets.toml).',
    },
    add: 'Add an account',
    none: 'No account is set up yet.',
    isDefault: 'Your usual account',
    detached: 'Removed from the accounts. Its mail stays readable here.',
    change: 'Change',
    changeNamed: (name: string) => `Change ${name}`,
    makeDefault: 'Make it the usual one',
    makeDefaultNamed: (name: string) => `Make it the usual one: ${name}`,
    switchOff: 'Switch off',
    switchOffNamed: (name: string) => `Switch off ${name}`,
    switchOn: 'Switch on',
    switchOnNamed: (name: string) => `Switch on ${name}`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    deleteMail: 'Delete its mail here',
    deleteMailNamed: (name: string) => `Delete its mail here: ${name}`,
    notDone: 'That could not be changed',
    demo: 'The accounts of a demo cannot be changed.',
    secrets: {
      inFile: (count: number) =>
        `${counted(count, 'password lies', 'passwords lie')} in a file (secrets.toml). The keychain of this computer keeps ${count === 1 ? 'it' : 'them'} safer.`,
      move: 'Move into the keychain',
      moved: 'Your passwords are in the keychain',
      notMoved: 'The passwords could not be moved',
      left: (count: number) => `${counted(count, 'password', 'passwords')} could not be moved`,
    },
    addresses: 'Your addresses',
    addressesHint: 'Mail from one of these is mail you sent. Add those that also reach you here.',
    main: 'main',
    addAddress: 'Add an address',
    address: 'Address',
    removeAddress: (email: string) => `Take away ${email}`,
    makeMain: 'Make main',
    makeMainNamed: (email: string) => `Make main: ${email}`,
    removing: (name: string) => `Remove ${name}?`,
    removingHint: 'What becomes of its mail on this computer is up to you. Nothing is deleted on its server.',
    keepMail: 'Keep its mail here, to read and search',
    purgeMail: 'Delete its mail from this computer',
    removed: (name: string) => `${name} was removed`,
    looking: 'Looking what would happen',
    form: {
      title: 'Add an account',
      changing: (name: string) => `Change ${name}`,
      email: 'Your email address',
      emailHint: 'As in ada@example.org',
      go: 'Continue',
      looking: (domain: string) => `Looking where ${domain} keeps its mail`,
      didYouMean: (email: string) => `Did you mean ${email}?`,
      takeThat: 'Yes, use that',
      keepMine: 'No, it is right',
      found: (name: string) => `Your mail is at ${name}.`,
      foundServers: (host: string) => `Found: ${host}.`,
      notFound: 'The servers could not be found by themselves. Your mail provider has a help page that names them.',
      notSupported: (name: string) => `${name} cannot be added yet`,
      another: 'Use another address',
      byHand: 'Enter the servers by hand',
      password: 'Password',
      appPassword: 'Password for programs',
      appPasswordWhy: (name: string) =>
        `${name} wants a password of its own for each mail program. Your usual one will not work.`,
      openHelp: (name: string) => `Open ${name} in the browser`,
      stored: 'Stored. Type a new one to change it.',
      show: 'Show',
      hide: 'Hide',
      passwordKept: {
        keychain: 'It goes into the keychain of this computer and to your mail server, nowhere else.',
        file: 'It goes into a file that only you can read (secrets.toml) and to your mail server, nowhere else.',
      },
      name: 'What to call this account',
      details: 'Servers',
      receiving: 'Receiving mail',
      sending: 'Sending mail',
      host: 'Server address',
      hostTerm: (kind: string) => `${kind} host`,
      port: 'Port',
      username: 'Name to sign in with',
      encrypted: 'Encrypted connection',
      signIn: 'The server asks for a password',
      otherPassword: 'Another password for sending',
      sendPassword: 'Password for sending',
      noSending: 'Only receive with this account',
      test: 'Check and add',
      save: 'Check and save',
      saveAnyway: 'Save anyway',
      cancel: 'Cancel',
      back: 'Back',
      testing: 'Checking that mail can be received and sent. This may take some seconds.',
      checking: 'Checking',
      works: 'Works',
      notChecked: 'Not checked',
      trouble: 'It did not work yet',
      technical: 'What the server said',
      take: (what: string) => `Use ${what}`,
      invalidPort: 'A port is a number from 1 to 65535.',
    },
  },

  welcome: {
    title: 'Welcome to Posthorn',
    hint: 'Your mail, on your computer. It stays with your provider, and Posthorn keeps a copy here that is quick to search and works without a connection.',
    addTitle: 'Add your mail',
    tryTitle: 'Or look around first',
    tryHint: 'A made-up mailbox to try everything in. Nothing is sent anywhere, and you can come back any time.',
    tryIt: 'Try it with made-up mail',
    trying: 'Getting the made-up mail ready',
    tryFailed: 'The demo could not be started',
    done: (name: string) => `${name} is set up`,
    coming: 'Your newest mail comes first, the rest follows by itself. You can begin at once.',
    syncing: (current: number, total: number) => `${number(current)} of ${counted(total, 'message', 'messages')}`,
    habits: 'As you like it',
    sounds: 'Play a sound for new mail and what I do',
    notices: 'Show a notification when somebody writes to me',
    toInbox: 'Open the inbox',
    another: 'Add another account',
  },

  gallery: {
    title: 'Parts of the page',
    hint: 'Everything the page is built of, to see how it looks in this light and at this size.',
    colours: 'Colours',
    type: 'Type',
    sample: 'The post rider is early: 12 letters, 3 of them for you.',
    buttons: 'Buttons',
    looks: { primary: 'The one that matters', plain: 'Any other', quiet: 'By the way' },
    disabled: 'Cannot be used now',
    fields: 'Fields',
    field: 'Address',
    fieldHint: 'What helps stands below.',
    fieldFault: 'What is wrong with it stands below, too.',
    tick: 'On or off',
    choices: 'One of many',
    dialog: 'A question of its own',
    open: 'Open it',
    waiting: 'What is on its way',
    empty: 'Where there is nothing',
  },

  trouble: {
    label: 'What needs you',
    password: 'Type the password again',
    settings: 'Look at its settings',
    again: 'Try again',
  },

  app: {
    title: 'This app',
    hint: 'What Posthorn does on this computer besides showing your mail.',
    onlyInApp: 'These settings are in the Posthorn app. You are looking at it in a browser.',
    habits: 'On this computer',
    atLogin: 'Start when I sign in to this computer',
    mailProgram: 'Open mail links of other programs here',
    mailProgramHint: 'The system may ask you once more.',
    notSet: 'That could not be changed',
    update: 'Updates',
    version: (version: string) => `This is version ${version}.`,
    none: 'There is no newer version.',
    checking: 'Looking for a newer version.',
    downloading: (version: string, percent: number) => `Version ${version} is being fetched: ${Math.round(percent)} %.`,
    ready: (version: string) => `Version ${version} is ready. It is installed when you quit, or now.`,
    look: 'Look for updates',
    install: 'Install and start again',
    notLooked: 'The look for updates failed',
    notInstalled: 'It could not be installed',
  },

  demo: {
    bar: 'This is made-up mail to try things with.',
    leave: 'Use my own mail',
    leaving: 'Going back to your own mail',
    failed: 'The demo could not be left',
  },

  sounds: {
    title: 'Sounds and notifications',
    hint: 'What you see and hear of your mail while you do something else.',
    loading: 'Loading the settings',
    notSet: 'That could not be changed',
    notHeard: 'The sound could not be played',
    notifications: 'Notifications',
    show: 'Show notifications',
    showHint: 'Of new mail, reminders, and what needs you.',
    onlyPeople: 'Only mail from people',
    onlyPeopleHint: 'Newsletters and automatic mail come without a word.',
    content: 'Show who wrote, and the subject',
    contentHint: 'Without it a notification only says that there is mail.',
    accounts: 'Which accounts',
    accountsHint: 'New mail of the others is neither shown nor heard.',
    quietHours: 'Quiet hours',
    quietHoursHint: 'Nothing is shown or heard in this time, every day. They may go over midnight.',
    from: 'From',
    until: 'Until',
    pause: 'Pause',
    pauseHint: 'Nothing is shown or heard meanwhile. Mail goes on coming.',
    forAnHour: 'For an hour',
    untilTomorrow: 'Until tomorrow morning',
    untilISay: 'Until I say so',
    pausedUntil: (moment: string) => `Paused until ${moment}`,
    pausedForGood: 'Paused until you end it',
    endPause: 'End the pause',
    sounds: 'Sounds',
    playSounds: 'Play sounds',
    playSoundsHint: 'Short ones, for what comes and for what you do.',
    volume: 'Volume',
    percent: (percent: number) => `${number(percent)} %`,
    whichSound: 'Which sound is played when',
    hear: (event: string) => `Hear: ${event}`,
    events: {
      new_mail: 'New mail',
      sent: 'Sent',
      archived: 'Archived',
      trashed: 'Put into the trash',
      spam: 'Marked as spam',
      snoozed: 'Snoozed',
      unsnoozed: 'Back from snooze',
      reminder: 'A reminder is due',
      error: 'Something went wrong',
    },
    names: {
      bell: 'Bell',
      glass: 'Glass',
      pop: 'Pop',
      sent: 'Horn',
      archive: 'Wood',
      thud: 'Thud',
      alert: 'Call',
      none: 'No sound',
    },
  },

  diagnostics: {
    title: 'How Posthorn is',
    findings: 'What was found',
    again: 'Look again',
    looking: 'Looking',
    whole: 'Look through everything',
    wholeHint: 'Looks at every message, which takes longer',
    bugReport: 'Bug report',
    bugReportHint:
      'This is what you would show to others. It holds counts and words of Posthorn’s own; read it through before you paste it anywhere.',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'This browser does not allow it. Select the text and copy it.',
    overall: (health: 'healthy' | 'degraded' | 'restart_required' | 'repair_required', wrong: number) => {
      const many = `${counted(wrong, 'thing needs', 'things need')} a look`;
      if (health === 'healthy') return 'Everything is in order.';
      if (health === 'restart_required') return `A part of Posthorn does not work, and ${many}. Restart Posthorn.`;
      if (health === 'repair_required')
        return `${many}. What is stored is not all in order, and can be put right here.`;
      return `${many}.`;
    },
    sawSample: 'A sample of the stored mail was looked at.',
    sawWhole: 'All stored mail was looked at.',
    nothing: 'Nothing to tell of.',
    severities: { error: 'Error', warning: 'Needs a look', info: 'By the way' },
    repairThis: (label: string, message: string) => `${label}: ${message}`,
    busy: 'Putting it right',
    done: (label: string) => `Done: ${label}.`,
    notDone: (reason: string) => `It could not be put right. ${reason}`,
    factsTitle: 'What there is',
    facts: {
      stored: 'Stored mail',
      synced: 'Last sync',
      search: 'Search',
      waiting: 'Changes waiting for a server',
      room: 'Room taken',
      free: 'Free on this disk',
      secrets: 'Passwords',
      version: 'Version',
    },
    stored: (messages: number, threads: number) =>
      `${counted(messages, 'message', 'messages')} in ${counted(threads, 'conversation', 'conversations')}`,
    sizes: (mail: string, index: string) => `${mail} for mail, ${index} for search`,
    unknown: 'Not known',
    never: 'Not yet',
    freshness: {
      unknown: 'Not known',
      current: 'Finds all stored mail',
      stale: 'Does not find the newest mail',
      disabled: 'Switched off',
      indexing: 'Is being brought up to date',
      error: 'Cannot be read',
      repair_required: 'Does not agree with the stored mail',
    },
    secretStores: { keychain: 'In the keychain of this computer', file: 'In secrets.toml' },
    noSecrets: 'None to keep',
    raw: 'The whole report',
  },

  acting: {
    acts: {
      archive: 'Archive',
      trash: 'Move to the bin',
      spam: 'Report as spam',
      star: 'Star',
      unstar: 'Remove the star',
      read: 'Mark as read',
      unread: 'Mark as unread',
      snooze: 'Snooze',
      label: 'Label',
      move: 'Move to',
      replyLater: 'Reply later',
      noReplyLater: 'Take from reply later',
      more: 'More for this conversation',
      unreadFrom: 'Mark as unread from here',
      trashMessage: 'Move this message to the bin',
      remind: 'Remind me if nobody answers',
      undo: 'Undo',
      redo: 'Do it again',
      history: 'What was done',
    },
    keyed: (name: string, key: string) => (key === '' ? name : `${name} (${key})`),
    did: (change: Change, { count, of }: Count) => sentence(done(change, counted(count, of, `${of}s`))),
    notDone: (change: Change, { count, of }: Count) =>
      `Could not ${inSentence(asked(change, counted(count, of, `${of}s`)))}`,
    nothing: 'Nothing was changed',
    left: (count: number, reason: string | undefined) =>
      `${counted(count, 'message was', 'messages were')} left as ${count === 1 ? 'it is' : 'they are'}${reason ? `: ${reason}` : '.'}`,
    waits: (accounts: readonly string[]) =>
      accounts.length === 1
        ? `The server of ${accounts[0]} will be told when it can be reached.`
        : `The servers of ${list(accounts)} will be told when they can be reached.`,
    undo: 'Undo',
    redo: 'Redo',
    something: 'What was done',
    undone: (said: string) => `Undone: ${said}`,
    redone: (said: string) => `Done again: ${said}`,
    notUndone: (said: string) => `Not undone: ${said}`,
    notRedone: (said: string) => `Not done again: ${said}`,
    nothingToUndo: 'There is nothing to undo on this page. The history has what was done before.',
    refused: (said: string, failed: number, of: number) =>
      failed === of ? `Taken back: ${said}` : `Taken back for ${number(failed)} of ${number(of)}: ${said}`,
    refusedUnknown: 'A server refused a change, and it was taken back. The history says which.',
    replyLater: (flag: boolean) => (flag ? 'Kept for a later reply' : 'Taken from reply later'),
    notReplyLater: 'Not kept for a later reply',
    woken: 'Back in the inbox',
    notWoken: 'It could not be woken',
    toolbar: 'What can be done to this conversation',
    toasts: 'What was just done',
    toastsAt: 'What was just done ({hotkey})',
    dismiss: 'Dismiss',
    records: {
      undid: (said: string) => `Undid: ${said}`,
      starred: (count: number) => `Starred ${counted(count, 'message', 'messages')}`,
      unstarred: (count: number) => `Took the star of ${counted(count, 'message', 'messages')}`,
      read: (count: number) => `Marked ${counted(count, 'message', 'messages')} as read`,
      unread: (count: number) => `Marked ${counted(count, 'message', 'messages')} as unread`,
      labels: (count: number, added: readonly string[], removed: readonly string[]) =>
        sentence(relabelled(counted(count, 'message', 'messages'), added, removed)),
      moved: (count: number, to: string) => `Moved ${counted(count, 'message', 'messages')} to ${to}`,
      labelMade: (name: string) => `Made the label ${name}`,
      labelRenamed: (from: string, to: string) => `Renamed the label ${from} to ${to}`,
      labelDeleted: (name: string) => `Deleted the label ${name}`,
      plain: {
        archive: (count: number) => `Archived ${counted(count, 'message', 'messages')}`,
        trash: (count: number) => `Moved ${counted(count, 'message', 'messages')} to the bin`,
        spam: (count: number) => `Reported ${counted(count, 'message', 'messages')} as spam`,
        read_and_archive: (count: number) => `Read and archived ${counted(count, 'message', 'messages')}`,
        set_flags: (count: number) => `Changed the marks of ${counted(count, 'message', 'messages')}`,
        snooze: (count: number) => `Snoozed ${counted(count, 'message', 'messages')}`,
        unsnooze: (count: number) => `Brought back ${counted(count, 'message', 'messages')}`,
        undo: (count: number) => `Undid what was done to ${counted(count, 'message', 'messages')}`,
      },
    },
  },
} as const;

/** How much is selected, and how much of that is unread. */
function selected(what: string, unread: number): string {
  return unread > 0 ? `${what}, ${number(unread)} unread` : what;
}

/** What a change is called on the button that does it. */
function verb(change: Change): string {
  switch (change.do) {
    case 'archive':
      return 'Archive';
    case 'trash':
      return 'Move to the bin';
    case 'spam':
      return 'Report as spam';
    case 'star':
      return change.starred ? 'Star' : 'Remove the star';
    case 'read':
      return change.read ? 'Mark as read' : 'Mark as unread';
    case 'label':
      return 'Label';
    case 'move':
      return 'Move';
    case 'snooze':
      return 'Snooze';
  }
}

/** A change before it is made: "move 3 conversations to the bin", as the beginning of a question. */
function asked(change: Change, what: string): string {
  switch (change.do) {
    case 'trash':
      return `Move ${what} to the bin`;
    case 'spam':
      return `Report ${what} as spam`;
    case 'star':
      return change.starred ? `Star ${what}` : `Take the star of ${what}`;
    case 'read':
      return `Mark ${what} as ${change.read ? 'read' : 'unread'}`;
    case 'label':
      return `Change the labels of ${what}`;
    case 'move':
      return `Move ${what} to ${change.to}`;
    case 'snooze':
      return `Snooze ${what} until ${change.words}`;
    case 'archive':
      return `${verb(change)} ${what}`;
  }
}

function inSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a change did, in the middle of a sentence: "archived 3 conversations". */
function done(change: Change, what: string): string {
  switch (change.do) {
    case 'archive':
      return `archived ${what}`;
    case 'trash':
      return `moved ${what} to the bin`;
    case 'spam':
      return `reported ${what} as spam`;
    case 'star':
      return change.starred ? `starred ${what}` : `unstarred ${what}`;
    case 'read':
      return `marked ${what} as ${change.read ? 'read' : 'unread'}`;
    case 'label':
      return relabelled(what, change.add, change.remove);
    case 'move':
      return `moved ${what} to ${change.to}`;
    case 'snooze':
      return `snoozed ${what} until ${change.words}`;
  }
}

function relabelled(what: string, added: readonly string[], removed: readonly string[]): string {
  if (removed.length === 0) return `labelled ${what} ${list(added)}`;
  if (added.length === 0) return `took ${list(removed)} from ${what}`;
  return `labelled ${what} ${list(added)}, took off ${list(removed)}`;
}
