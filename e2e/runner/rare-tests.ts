import type { Extent } from './tier.ts';

/**
 * Tests and suites of pages, by their titles, that guard a rare combination of what other tests check. Those of `ci` are left
 * to `.ci/run`, and those of `full` to the full tier, which runs each night; a run of named files has them all.
 */
export const rareTests: Readonly<Record<string, { ci?: readonly string[]; full?: readonly string[] }>> = {
  'e2e/web/compose/compose.test.ts': {
    ci: [
      'Escape pressed again while a message is being closed closes it once',
      'text typed before its field exists goes into it; a pressed button keeps the focus while it is busy',
    ],
  },
  'e2e/web/compose/drafts-and-outbox.test.ts': {
    ci: ['a scheduled send whose time passed in a sleep is announced, and the user sends, moves or discards it'],
  },
  'e2e/web/compose/inline-reply.test.ts': {
    ci: [
      'it moves to the corner and back with its text, shows whose text is quoted, and an undone send is under its message',
      'on a telephone it covers the page',
    ],
  },
  'e2e/web/mailbox/list-actions.test.ts': {
    ci: [
      'an action on more than a thousand conversations asks for confirmation',
      'when all loaded rows have been archived, the next are loaded',
      'a menu opened on the selection applies to all of it, a menu beside it only to its row',
      'the arrow keys move along a row to its buttons and back',
      'a long press opens the menu, and after its “Select” taps select',
    ],
  },
  'e2e/web/mailbox/mailbox.test.ts': {
    ci: [
      'mail is grouped by day, and the current day stays at the top without covering the focused row',
      'a conversation that does not exist is explained, and the list stays',
      'a search without a hit says so',
    ],
    full: ['nothing is stretched on a very large screen'],
  },
  'e2e/web/mailbox/now-and-modes.test.ts': {
    ci: [
      'the keys lead to every mode, whose guide shows the introduction again',
      'a setting makes the inbox the start page',
    ],
  },
  'e2e/web/mailbox/reader-actions.test.ts': {
    ci: [
      'what opens after archiving and when mail is read are settings',
      'without a connection to the server everything works, shows that it waits, and is pushed once the connection is back',
      "a change that the server refuses is reverted with the server's reason, and the history keeps it",
      'a conversation that the user marks as unread right after opening it stays unread',
    ],
  },
  'e2e/web/mailbox/search.test.ts': {
    ci: [
      'mail that is indexed during a search appears without a reload',
      'the exact number of hits replaces a lower bound after the rows are there',
      'a button corrects a typing error, and earlier searches are suggested and deleted',
      'Enter keeps the results and goes to the first; the slash returns to the box, Escape leaves',
    ],
  },
  'e2e/web/mailbox/snooze-and-label-menus.test.ts': {
    ci: [
      'a menu that is opened early stays open when pending answers arrive',
      'a label has its menu in the sidebar, also by keyboard',
      'the page announces mail that returns by itself',
    ],
    full: ['axe finds no fault in the menus and lists, and they fit into 360 pixels'],
  },
  'e2e/web/pages/accounts.test.ts': {
    ci: [
      'a disabled account shows that, and can be enabled again',
      'an additional address can be made the main one, and removed again',
    ],
  },
  'e2e/web/pages/analytics.test.ts': {
    ci: ['each view has charts and tables without faults, and a table is saved as a file'],
  },
  'e2e/web/pages/api-docs.test.ts': {
    ci: [
      'errors in config.toml are shown in the same place, with their line',
      'a record is reached by its name, lists its references, and leads back',
      'the token can be fetched from this computer, used for the events, and dropped',
    ],
    full: [
      'axe finds no fault: a request with its answer in light and dark, a change, events',
      'of many requests only the visible one is laid out',
      '360 pixels suffice: the index, then the request over it, no horizontal overflow',
    ],
  },
  'e2e/web/pages/first-run.test.ts': {
    ci: ['the user can try made-up mail first, and return', 'a mistyped domain is questioned'],
  },
  'e2e/web/pages/people-and-promises.test.ts': {
    ci: ['a page without mail says so, and in a narrow window nothing is cut'],
  },
  'e2e/web/pages/repair.test.ts': {
    ci: ['starting over is confirmed first, and fetches the mail again'],
  },
  'e2e/web/pages/screener.test.ts': {
    ci: ['decisions are changed, removed, exported and imported'],
  },
  'e2e/web/pages/settings.test.ts': {
    ci: [
      'a concurrent change is not overwritten: it is read again, and reported',
      'errors in config.toml are reported at the affected settings',
      'a setting that has no effect yet is not offered, and neither is a group of such settings',
      'a profile without a list of actions, and one with a mistake, say what that means',
      'automatic backups are turned off and limited',
      'all mail of an account is exported from the storage page',
      'dates of mail follow the chosen format',
    ],
  },
  'e2e/web/shell/demo-panel.test.ts': {
    ci: ['the controls of a demo'],
  },
  'e2e/web/shell/local-pages.test.ts': {
    ci: ['the address that --open opens works with the handshake turned off, and shows no key afterwards'],
  },
  'e2e/web/shell/status-and-alerts.test.ts': {
    ci: [
      'the result of a job is shown until the user has seen it, also in a page opened later',
      'an unreadable config.toml is reported at once, and a read-only mailbox explains how to change that',
      'changes between the load of the page and its connection are shown',
    ],
  },
};

/** The options with which node leaves out the tests that are too rare for a run of this extent. */
export function skipOptions(extent: Extent): string[] {
  const titles = Object.values(rareTests).flatMap(({ ci = [], full = [] }) => [
    ...(extent === 'few' ? ci : []),
    ...(extent === 'all' ? [] : full),
  ]);
  return titles.map((title) => `--test-skip-pattern=/^${title.replaceAll(/[^\w\s]/g, String.raw`\$&`)}$/`);
}
