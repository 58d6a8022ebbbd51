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

export const strings = {
  product: 'Posthorn',
  pageTitle: (place: string, unread: number) => `${unread > 0 ? `(${number(unread)}) ` : ''}${place} · Posthorn`,
  close: 'Close',
  skipToMail: 'Skip to the mail',

  places: { inbox: 'Inbox', all: 'All mail', label: 'Label' },

  sidebar: {
    label: 'Mailboxes',
    open: 'Show mailboxes',
    unread: (count: number) => counted(count, 'unread conversation', 'unread conversations'),
  },

  theme: { label: 'Appearance', system: 'As the system', light: 'Light', dark: 'Dark' },

  list: {
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
    showFormatted: 'Show formatted',
    showText: 'Show plain text',
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
    attachments: 'Attachments',
    unnamedFile: 'Unnamed file',
    onServer: 'on the server',
    onServerWhy: 'Large files stay on the mail server, so that your mail comes quickly and takes little space.',
    account: (name: string) => `In ${name}`,
  },

  images: {
    waiting: (images: number) => counted(images, 'image waiting', 'images waiting'),
    trackers: (trackers: number, images: number) => {
      if (images === 1) return ', and it looks like a tracker';
      if (trackers === images) return ', all of them look like trackers';
      return `, ${number(trackers)} of them ${trackers === 1 ? 'looks like a tracker' : 'look like trackers'}`;
    },
    why: 'Why?',
    because:
      'These images lie on the internet. Fetching one tells the sender that you opened this message, when, and roughly from where. So they stay out.',
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
    order: 'Order',
    orders: { newest: 'Newest first', oldest: 'Oldest first', relevant: 'Best match first' },
    unreadable: 'This search cannot be read',
    hintTitle: 'You can write',
    hints: [
      { example: 'boiler inspection', meaning: 'both words, anywhere' },
      { example: '"boiler inspection"', meaning: 'this very phrase' },
      { example: 'from:jonas', meaning: 'who wrote it' },
      { example: 'is:unread', meaning: 'not yet read' },
      { example: 'has:attachment', meaning: 'with files' },
      { example: 'newer:7d', meaning: 'of the last seven days' },
      { example: '-newsletter', meaning: 'without that word' },
      { example: 'tea OR coffee', meaning: 'one of the two' },
    ],
    nothing: 'Nothing found',
    nothingHint: (query: string) => `No mail matches ${query}. Fewer words find more.`,
    ask: 'What are you looking for?',
    askHint: 'Write a few words above and press Enter. All accounts are searched.',
  },

  empty: {
    inbox: 'Your inbox is empty',
    inboxHint: 'New mail appears here by itself.',
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
    hint: 'They work wherever you are not typing.',
    next: 'Next conversation',
    previous: 'Previous conversation',
    open: 'Open it',
    close: 'Close it',
    search: 'Search',
    inbox: 'Go to the inbox',
    all: 'Go to all mail',
    help: 'This list',
    between: 'then',
    or: 'or',
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

  errors: {
    title: 'This could not be loaded',
    unreachable: 'Posthorn is not answering. It may be starting, or it has stopped.',
    unexpected: 'Something went wrong on this page.',
    retry: 'Try again',
    toInbox: 'Go to the inbox',
    lost: 'There is nothing at this address',
    lostHint: 'The link may be old.',
  },
} as const;
