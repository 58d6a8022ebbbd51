import type { Extent } from './tier.ts';

/**
 * Tests and suites of pages, by their titles, that guard a rare combination of what other tests check. Those of `ci` are left
 * to `.ci/run`, and those of `full` to the full tier, which runs each night; a run of named files has them all.
 */
export const rareTests: Readonly<Record<string, { ci?: readonly string[]; full?: readonly string[] }>> = {
  'bridge/openapi/lint.test.ts': { full: ['a public linter finds nothing in the document with its recommended rules'] },
  'daemon/features/backup/automatic.test.ts': {
    ci: [
      'no backup is made while a job runs, of an empty store, or when they are turned off',
      'the newest backup is reported as old after three days if one should be made each day, else after a month',
    ],
  },
  'daemon/features/drafts/linked-drafts.test.ts': {
    ci: ['a draft that moves to another account and is then sent leaves nothing in the first Drafts folder'],
  },
  'daemon/features/semantic/semantic.test.ts': {
    full: ['a model that hangs again and again is ended each time, then given up, and can be installed again'],
  },
  'daemon/features/todos/todo-model.test.ts': {
    ci: [
      'whatever is ticked, dismissed, postponed, undone and arrives: no to-do is hidden for good, none leaves the inbox, an undo is exact',
    ],
  },
  'daemon/mail/html/safe-html.test.ts': { full: ['the run time is linear in the size of the HTML for all inputs'] },
  'daemon/mail/import/mbox.test.ts': {
    full: ['millions of "From " lines, and an endless line, are read in bounded time'],
  },
  'daemon/mail/import/walk.test.ts': { full: ['a packed file that is not a mailbox is reported and leaves no files'] },
  'daemon/mail/mime/headers/encoded-word.test.ts': {
    full: ['any broken value is decoded, and large hostile values are decoded in linear time'],
  },
  'daemon/mail/mime/headers/message-ids.test.ts': {
    full: ['large hostile values that name messages are parsed in linear time'],
  },
  'daemon/mail/sources/source-pieces.test.ts': {
    full: ['an attachment of 1 GB is streamed with bounded memory (checklist 144)'],
  },
  'daemon/mail/text/html-to-text-hostile.test.ts': {
    full: [
      'deeply nested elements are read to a limited depth, in linear time',
      'repeated white space, breaks and references are read in linear time',
    ],
  },
  'daemon/providers/fake/provider.test.ts': {
    ci: ['200,000 messages are planned in few steps, written only on request, and need little memory'],
  },
  'daemon/providers/imap/connection/connection.test.ts': {
    ci: ['operations without a connection are distinguished from operations that may have been sent'],
  },
  'daemon/store/schemas/stored-schemas.test.ts': {
    ci: ['a daemon lists, opens and finds the mail of every stored schema'],
  },
  'e2e/app/builder-config.test.ts': {
    full: [
      'Windows: an installer for each processor, whose name survives an upload',
      'macOS: a universal dmg and zip, notarized if it is signed, and ad hoc if it is not',
    ],
  },
  'e2e/app/package.test.ts': {
    ci: ['the package of the app'],
    full: ['the OAuth clients are those of the build, whatever the environment of the user says'],
  },
  'e2e/bench/peers/plain-reports.test.ts': {
    ci: [
      'each report equals what a plain program counts',
      'the look back equals what a plain program counts',
      'the trend of replies has the median of each week or month, in local time',
    ],
  },
  'e2e/cli-import.test.ts': { full: ['Ctrl-C ends the progress display and not the import'] },
  'e2e/contract/policy-cross-product.test.ts': {
    ci: [
      'every row × policy × profile × origin × token × accounts, paused or not, is as the specification says (checklist 74, 75, 76, 77, 81, 83, 84, 85, 86)',
    ],
  },
  'e2e/contract/policy-fuzz.test.ts': {
    ci: ['random requests of every kind of client under every policy meet no fault, and a refused one changes nothing'],
  },
  'e2e/contract/random-client.test.ts': {
    ci: ['a client made only from the document meets no fault, no answer outside its schema, and no read that writes'],
  },
  'e2e/contract/read-only.test.ts': {
    ci: [
      'under read-only every row that reads answers, every other is refused, and nothing is written or fetched, for every kind of caller (checklist 69, 70, 71, 73, 115)',
    ],
  },
  'e2e/contract/refused-requests.test.ts': {
    ci: [
      'a field of another type: 400, for every field',
      'a GET ignores its body, however large or malformed, and changes nothing',
    ],
  },
  'e2e/contract/scoped-views.test.ts': {
    ci: [
      'an agent sees what the owner sees of its account, and nothing that happens in another account changes it: in all reads and events (checklist 79)',
    ],
  },
  'e2e/corpus/classification.test.ts': { ci: ['the labelled messages are those that the seed draws'] },
  'e2e/corpus/commitments.test.ts': { ci: ['the labels are of the sentences that the seed draws'] },
  'e2e/corpus/mime-oracle.test.ts': { ci: ['except for the files listed with the reason'] },
  'e2e/corpus/text.test.ts': { ci: ['is parsed in time proportional to its length'] },
  'e2e/docs.test.ts': { ci: ['the examples in docs/'] },
  'e2e/faults/file-states.test.ts': {
    ci: ['a reader of the port file during restarts finds a bound port, or none (checklist 4)'],
  },
  'e2e/faults/full-disk.test.ts': {
    ci: ['a daemon on a read-only disk says so in one sentence'],
    full: [
      'mail is embedded completely once there is space; until then the vectors from before are used',
      'a folder in the place of index.db is put aside, and search works',
    ],
  },
  'e2e/faults/hung-embedder.test.ts': {
    full: [
      'with a hung embedder mail is found, read, synced and sent, and the daemon ends when it is asked to (checklist 47)',
    ],
  },
  'e2e/faults/semantic-kills.ci.test.ts': {
    full: ['embedding anew that was killed goes on after the start, and searches by meaning are answered meanwhile'],
  },
  'e2e/headless/damage.test.ts': { ci: ['a backup is restored and a store is started over while no daemon runs'] },
  'e2e/headless/damaged-settings.test.ts': {
    ci: [
      'the command line says which files are damaged, and repairs them',
      'files that were removed on purpose can be done without: then the defaults hold, also after a restart',
      'files and a folder that may not be read: one sentence, with the last good values',
    ],
  },
  'e2e/headless/files.test.ts': {
    ci: [
      'in folders that others may look into, everything that is stored is for its owner only',
      'files are saved into the folder that user-dirs.dirs names',
    ],
  },
  'e2e/layers.test.ts': { ci: ['no file imports itself by way of others, not even for types'] },
  'e2e/parent-death.test.ts': {
    ci: ['a killed shell of npm leaves no daemon behind', 'a killed npm leaves no daemon behind'],
  },
  'e2e/peers/chime-playback.test.ts': {
    full: [
      'an archive by a script plays on a real sound server at the configured volume, and an archive by the web app is silent (checklist 173)',
    ],
  },
  'e2e/peers/gmail-api.test.ts': {
    ci: ['a draft has one version on the server, and is gone when it was sent once'],
    full: ['mail that the first sync has not reached is found by Gmail, and a sync goes on as if it had not been'],
  },
  'e2e/peers/outlook.test.ts': {
    ci: ['a token that expires in the middle of a sync is refreshed, and nothing is lost'],
    full: ['a sign-in that was revoked needs attention, and one sign-in puts it right'],
  },
  'e2e/peers/web-on-mail-server.test.ts': {
    ci: [
      'an answer to all arrives in the same conversation, and the message counts as answered',
      'a forwarded message includes its files',
      'an invitation is answered to its organizer, and unsubscribing from a list sends it a message',
    ],
  },
  'e2e/tool-server/greedy-agent.test.ts': {
    ci: ['and under a profile that allows everything nothing is either, unless the call says confirm=true'],
  },
  'e2e/tool-server/line-breaks.test.ts': {
    ci: ['nor are they commands of IMAP, in names of labels, in searches and in drafts'],
  },
  'e2e/tool-server/tool-server.test.ts': {
    ci: ['both clients, both eras and both transports offer the same tools and give the same answers'],
    full: ['a long call says that it goes on, and one that is cancelled ends its request, over both transports'],
  },
  'e2e/unused-exports.test.ts': { ci: ['every export is used by another file'] },
  'e2e/web/compose/compose.test.ts': {
    ci: ['an undone send is open again as it was, with its recipients and its file'],
    full: [
      'Escape pressed again while a message is being closed closes it once, and without words leaves no draft after a reload',
      'text typed before its field exists goes into it; a pressed button keeps the focus while it is busy',
    ],
  },
  'e2e/web/compose/drafts-and-outbox.test.ts': {
    ci: ['a signature is created, put below new mail, changed and deleted; a snippet shows its filled-in values'],
    full: ['a scheduled send whose time passed in a sleep is announced, and the user sends, moves or discards it'],
  },
  'e2e/web/compose/inline-reply.test.ts': {
    ci: ['the menu of a row opens the conversation with a reply or a forward, which has a subject'],
    full: [
      'it moves to the corner and back with its text, shows whose text is quoted, and an undone send is under its message',
      'on a telephone it covers the page',
    ],
  },
  'e2e/web/compose/mail-merge.test.ts': {
    ci: ['a table makes one draft per row after a preview, and sends them after a second confirmation'],
  },
  'e2e/web/everyday-tasks/account-tasks.test.ts': { full: ['everyday tasks with an account'] },
  'e2e/web/everyday-tasks/outage-tasks.test.ts': {
    full: [
      'find an invoice from March, by mouse and by keyboard',
      'recover from a dead server, by mouse and by keyboard',
    ],
  },
  'e2e/web/mailbox/keyboard-workflow.test.ts': { full: ['a morning with made-up mail, without a mouse'] },
  'e2e/web/mailbox/list-actions.test.ts': {
    ci: [
      'rows are dragged onto a label, the selection together',
      'after the last conversation the list says that it is empty and links back',
    ],
    full: [
      'an action on more than a thousand conversations asks for confirmation',
      'when all loaded rows have been archived, the next are loaded',
      'a menu opened on the selection applies to all of it, a menu beside it only to its row',
      'the arrow keys move along a row to its buttons and back',
      'a long press opens the menu, and after its “Select” taps select',
      'touch',
    ],
  },
  'e2e/web/mailbox/mailbox.test.ts': {
    ci: ['360 pixels suffice: list, reader over it, mailboxes in a drawer, no horizontal overflow'],
    full: [
      'mail is grouped by day, and the current day stays at the top without covering the focused row',
      'a conversation that does not exist is explained, and the list stays',
      'a search without a hit says so',
      'nothing is stretched on a very large screen',
    ],
  },
  'e2e/web/mailbox/now-and-modes.test.ts': {
    ci: ['a to-do is ticked, dismissed and postponed on the page, and each is undone'],
    full: [
      'the keys lead to every mode, whose guide shows the introduction again',
      'a setting makes the inbox the start page',
      'in Messages, Done takes the place of Archive; the menu says why a conversation is here',
      'updates are grouped by sender, and everything from one is done and undone at once',
    ],
  },
  'e2e/web/mailbox/reader-actions.test.ts': {
    ci: ['snooze, label and move open by key and by button, and report their result'],
    full: [
      'what opens after archiving and when mail is read are settings',
      'without a connection to the server everything works, shows that it waits, and is pushed once the connection is back',
      "a change that the server refuses is reverted with the server's reason, and the history keeps it",
      'a conversation that the user marks as unread right after opening it stays unread',
      'the history shows an action and undoes it, and axe finds no fault in it or in the reader with its toast',
    ],
  },
  'e2e/web/mailbox/saved-searches.test.ts': {
    ci: ['saved searches and exports'],
    full: ['a conversation and a search are exported into the downloads, and the page says where they are'],
  },
  'e2e/web/mailbox/search.test.ts': {
    ci: ['filters are chips: a date range is chosen, a word that may be a date is offered, and all are cleared'],
    full: [
      'mail that is indexed during a search appears without a reload',
      'the exact number of hits replaces a lower bound after the rows are there',
      'a button corrects a typing error, and earlier searches are suggested and deleted',
      'Enter keeps the results and goes to the first; the slash returns to the box, Escape leaves',
      'a search is continued on the server where older mail is not on this computer',
    ],
  },
  'e2e/web/mailbox/snooze-and-label-menus.test.ts': {
    ci: [
      'labels are created below others, renamed in place, coloured, and deleted after a text about the fate of their mail',
      'a reminder of sent mail is set in its menu, listed, moved and cancelled',
      'rows dragged over a mailbox show the target, and move there',
    ],
    full: [
      'nothing moves in the sidebar while answers arrive, and a menu that is opened early stays open',
      'a label has its menu in the sidebar, also by keyboard',
      'the page announces mail that returns by itself',
      'axe finds no fault in the menus and lists, and they fit into 360 pixels',
    ],
  },
  'e2e/web/pages/accounts.test.ts': {
    ci: ['a refused password is reported above the mail, with the way to correct it'],
    full: [
      'a disabled account shows that, and can be enabled again',
      'an additional address can be made the main one, and removed again',
    ],
  },
  'e2e/web/pages/activity.test.ts': {
    ci: ['an opened link is not recorded, unless the settings want it (checklist 54)'],
  },
  'e2e/web/pages/analytics.test.ts': {
    ci: ['storage and habits'],
    full: [
      'each view has charts and tables without faults, and a table is saved as a file',
      'the largest messages are deleted, with an undo',
    ],
  },
  'e2e/web/pages/api-docs.test.ts': {
    ci: [
      'events are listed live, wait while paused, and stop when the view is left',
      'checklist 11: it loads nothing from other hosts, and its later requests are the API with the token',
    ],
    full: [
      'errors in config.toml are shown in the same place, with their line',
      'a record is reached by its name, lists its references, and leads back',
      'the token can be fetched from this computer, used for the events, and dropped',
      'axe finds no fault: a request with its answer in light and dark, a change, events',
      'of many requests only the visible one is laid out',
      '360 pixels suffice: the index, then the request over it, no horizontal overflow',
    ],
  },
  'e2e/web/pages/browser-sign-in.test.ts': {
    ci: [
      'without a keychain a passphrase protects the passwords, and is asked for when the page opens while they are locked',
      '“Lock now” locks them without asking at once; an alert above the mail unlocks them again',
    ],
    full: [
      'what came of a sign-in is told, with what to do next',
      'another address than that of the account is explained, and the account is signed in again with one click',
      'the desktop app opens the page in the browser of the system, also for an account that is not in the configuration',
      'without a client id of the build, Gmail begins with an app password, and the guide leads to an own client',
    ],
  },
  'e2e/web/pages/deliveries.test.ts': {
    ci: ['a delivery says where it is and why, arrives, is hidden and comes back; axe finds no fault'],
  },
  'e2e/web/pages/first-run.test.ts': {
    full: [
      'the user can try made-up mail first, and return',
      'a mistyped domain is questioned',
      'errors are explained in plain words, and corrected without starting again',
    ],
  },
  'e2e/web/pages/language-model.test.ts': {
    ci: ['the language model'],
    full: ['a suggestion changes the text only when it is taken, and can be undone'],
  },
  'e2e/web/pages/mail-import.test.ts': { ci: ['importing mail files'] },
  'e2e/web/pages/people-and-promises.test.ts': {
    ci: ['people and promises'],
    full: ['a page without mail says so, and in a narrow window nothing is cut'],
  },
  'e2e/web/pages/repair.test.ts': {
    ci: ['a damaged mail database is shown with its choices, in both themes and on a phone, and a backup is restored'],
    full: ['starting over is confirmed first, and fetches the mail again'],
  },
  'e2e/web/pages/rules.test.ts': {
    ci: [
      'rules are ordered, turned off, imported after a preview and exported; axe finds no fault',
      'a command asks for permission, and what the sentence cannot show stays as it is',
    ],
  },
  'e2e/web/pages/screener.test.ts': { full: ['decisions are changed, removed, exported and imported'] },
  'e2e/web/pages/search-by-meaning.test.ts': { ci: ['searching by meaning'] },
  'e2e/web/pages/secondary-pages.test.ts': {
    full: [
      'every settings page links to every other, on wide screens and on phones',
      'the guides are read in the page, without the internet, and link to each other',
    ],
  },
  'e2e/web/pages/server-filters.test.ts': { ci: ['vacation reply and filters'] },
  'e2e/web/pages/settings.test.ts': {
    ci: [
      'a backup is made, checked and deleted, and the table says what each has',
      'a webhook is added, its secret shown once, tested and removed, and the page says whether events arrive',
      'agents get permissions step by step, and the effect is shown',
      'every setting is found by its words, by keyboard alone',
      'the theme of the settings is kept and applied from the first frame',
    ],
    full: [
      'a concurrent change is not overwritten: it is read again, and reported',
      'errors in config.toml are reported at the affected settings',
      'a setting that has no effect yet is not offered, and neither is a group of such settings',
      'a profile without a list of actions, and one with a mistake, say what that means',
      'automatic backups are turned off and limited',
      'all mail of an account is exported from the storage page',
      'dates of mail follow the chosen format',
      'messages with Undo stay as long as the user chose, and while they are pointed at or focused',
    ],
  },
  'e2e/web/reader/attachment-previews.test.ts': {
    ci: [
      'downloads in progress are listed under current work, where they can be cancelled; then they can be started again',
    ],
  },
  'e2e/web/reader/conversation-tools.test.ts': {
    ci: ['a sender is blocked from the menu of a message, listed in the settings, and unblocked'],
  },
  'e2e/web/reader/invitations.test.ts': {
    ci: ['invitations'],
    full: ['a series shows its next event and its changes, and one event of it or all are answered'],
  },
  'e2e/web/reader/message-frame.test.ts': {
    ci: ['messages of the corpus fit at three widths'],
    full: ['the quotes that the common programs write below an answer collapse'],
  },
  'e2e/web/reader/remote-images.test.ts': { ci: ['remote images wait for the user'] },
  'e2e/web/reader/subscriptions.test.ts': {
    ci: ['lists are left from a message and from their page, errors are reported, and senders have a card'],
  },
  'e2e/web/shell/command-palette.test.ts': {
    ci: ['what is typed before the palette or a menu is loaded is its text, and runs no keys of the list'],
  },
  'e2e/web/shell/demo-panel.test.ts': { full: ['the controls of a demo'] },
  'e2e/web/shell/desktop-app-page.test.ts': {
    ci: ['the page in the window of the desktop app'],
    full: [
      "the app's behaviour on this computer is set in its settings, and refusals of the system are reported",
      'the app keeps the list for its next start, where the page replaces it in place',
      'after an update the user learns once what is new, and the tour and the report are reached from the menu',
    ],
  },
  'e2e/web/shell/first-load.test.ts': {
    ci: ['a part of the page that is requested while the daemon restarts comes with its styles when it is back'],
  },
  'e2e/web/shell/key-bindings.test.ts': {
    ci: ['a change elsewhere is applied, and the next page starts with the latest bindings'],
  },
  'e2e/web/shell/local-pages.test.ts': {
    ci: ['a page of another program gets the token after the user allowed it, until the answer is forgotten'],
    full: ['the address that --open opens works with the handshake turned off, and shows no key afterwards'],
  },
  'e2e/web/shell/sounds-and-notifications.test.ts': { ci: ['sounds and notifications'] },
  'e2e/web/shell/status-and-alerts.test.ts': {
    ci: [
      'a damaged config.toml is restored above the mail, or reset in the health check',
      'a full disk is reported above the mail until there is space; less urgent messages can be dismissed',
    ],
    full: [
      'the result of a job is shown until the user has seen it, also in a page opened later',
      'an unreadable config.toml is reported at once, and a read-only mailbox explains how to change that',
      'changes between the load of the page and its connection are shown',
      'with no current work the page says so, by mouse, by name and on a phone',
    ],
  },
  'e2e/web/shell/translations.test.ts': {
    ci: ['the texts of the page'],
    full: ['run from right to left with the page in such a language'],
  },
  'headless/notifications/notifier.test.ts': {
    ci: ['a desktop that takes seconds for each step shows a notification and closes it'],
  },
  'testing/servers/dovecot.test.ts': { full: ['a server whose test was killed ends too'] },
};

/** The options with which node leaves out the tests that are too rare for a run of this extent. */
export function skipOptions(extent: Extent): string[] {
  const titles = Object.values(rareTests).flatMap(({ ci = [], full = [] }) => [
    ...(extent === 'few' ? ci : []),
    ...(extent === 'all' ? [] : full),
  ]);
  return titles.map((title) => `--test-skip-pattern=/^${title.replaceAll(/[^\w\s]/g, String.raw`\$&`)}$/`);
}
