import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { InboxPage, LabelPage, MailboxPage } from '../features/mailbox/mailbox-page.tsx';
import { CrashPage, NotFoundPage } from './error-pages.tsx';
import { RootLayout } from './root-layout.tsx';
import type { SearchSort } from '../data/lens.ts';
import type { AnalyticsSearch } from '../features/analytics/report-scope.ts';
import { deliveryFilters, type DeliveryFilter } from '../data/queries/deliveries.ts';
import { startPage } from './bootstrap.ts';

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    throw redirect({ to: `/${await startPage}`, replace: true });
  },
});

const inAccount = ({ account }: Record<string, unknown>): { account?: string | undefined } =>
  typeof account === 'string' && account !== '' ? { account } : {};
const inbox = createRoute({
  getParentRoute: () => root,
  path: 'inbox',
  validateSearch: inAccount,
  component: InboxPage,
});
const all = createRoute({
  getParentRoute: () => root,
  path: 'all',
  component: () => <MailboxPage lens={{ kind: 'all' }} />,
});
const label = createRoute({ getParentRoute: () => root, path: 'label/$labelId', component: LabelPage });
/** `account` is the id of the searched account, if it is not all of them. */
type SearchParams = { q: string; sort?: SearchSort | undefined; account?: string | undefined };

const SearchPage = lazyRouteComponent(() => import('../features/search/search-page.tsx'), 'SearchPage');
const search = createRoute({
  getParentRoute: () => root,
  path: 'search',
  validateSearch: ({ q, sort, account }: Record<string, unknown>): SearchParams => ({
    q: typeof q === 'string' ? q : '',
    sort: sort === 'newest' || sort === 'oldest' || sort === 'relevant' ? sort : undefined,
    account: typeof account === 'string' ? account : undefined,
  }),
  component: SearchPage,
});

const NowPage = lazyRouteComponent(() => import('../features/now/now-page.tsx'), 'NowPage');
const now = createRoute({ getParentRoute: () => root, path: 'now', component: NowPage });
const todo = createRoute({
  getParentRoute: () => root,
  path: 'todo',
  component: lazyRouteComponent(() => import('../features/todo/todo-page.tsx'), 'TodoPage'),
});
const modePages = () => import('../features/modes/mode-page.tsx');
const messages = createRoute({
  getParentRoute: () => root,
  path: 'messages',
  component: lazyRouteComponent(modePages, 'MessagesPage'),
});
const updates = createRoute({
  getParentRoute: () => root,
  path: 'updates',
  component: lazyRouteComponent(modePages, 'UpdatesPage'),
});
const reading = createRoute({
  getParentRoute: () => root,
  path: 'reading',
  component: lazyRouteComponent(modePages, 'ReadingPage'),
});
/** The records that the user keeps, which is not the folder of archived mail. */
const archive = createRoute({
  getParentRoute: () => root,
  path: 'archive',
  component: lazyRouteComponent(modePages, 'RecordsPage'),
});

const snoozed = createRoute({
  getParentRoute: () => root,
  path: 'snoozed',
  component: lazyRouteComponent(() => import('../features/snooze/snoozed-page.tsx'), 'SnoozedPage'),
});
const replyLater = createRoute({
  getParentRoute: () => root,
  path: 'reply-later',
  component: lazyRouteComponent(() => import('../features/reply-later/reply-later-page.tsx'), 'ReplyLaterPage'),
});
const reminders = createRoute({
  getParentRoute: () => root,
  path: 'reminders',
  component: lazyRouteComponent(() => import('../features/reminders/reminders-page.tsx'), 'RemindersPage'),
});
const invites = createRoute({
  getParentRoute: () => root,
  path: 'invites',
  component: lazyRouteComponent(() => import('../features/invites/invites-page.tsx'), 'InvitesPage'),
});

const deliveries = createRoute({
  getParentRoute: () => root,
  path: 'deliveries',
  validateSearch: ({ filter, id }: Record<string, unknown>): { filter?: DeliveryFilter; id?: string } => {
    const known = deliveryFilters.find((each) => each === filter);
    return { ...(known && { filter: known }), ...(typeof id === 'string' && id !== '' && { id }) };
  },
  component: lazyRouteComponent(() => import('../features/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const peoplePages = () => import('../features/people/pages.ts');
const promises = createRoute({
  getParentRoute: () => root,
  path: 'promises',
  validateSearch: ({ status }: Record<string, unknown>): { status?: string } =>
    typeof status === 'string' ? { status } : {},
  component: lazyRouteComponent(peoplePages, 'PromisesPage'),
});
const person = createRoute({
  getParentRoute: () => root,
  path: 'people/$email',
  validateSearch: inAccount,
  component: lazyRouteComponent(peoplePages, 'PersonPage'),
});
const analytics = createRoute({
  getParentRoute: () => root,
  path: 'analytics',
  // The page reads unknown values as if they were absent.
  validateSearch: (search: Record<string, unknown>) => search as AnalyticsSearch,
  component: lazyRouteComponent(() => import('../features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
});

/** A new rule begins with a sender (`from`), or with the conditions of a search (`clauses`, one on each line). */
const rules = createRoute({
  getParentRoute: () => root,
  path: 'rules/{-$rule}',
  validateSearch: (search: Record<string, unknown>) => search as { from?: string; clauses?: string },
  component: lazyRouteComponent(() => import('../features/rules/rules-page.tsx'), 'RulesPage'),
});

// The API viewer is rarely used, so it is fetched when it is opened.
const docs = createRoute({
  getParentRoute: () => root,
  path: 'docs',
  component: lazyRouteComponent(() => import('../features/docs/docs-page.tsx'), 'DocsPage'),
});

const help = createRoute({
  getParentRoute: () => root,
  path: 'help/{-$guide}',
  component: lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => root,
  path: 'subscriptions',
  component: lazyRouteComponent(() => import('../features/subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
});
const screener = createRoute({
  getParentRoute: () => root,
  path: 'screener',
  component: lazyRouteComponent(() => import('../features/screener/screener-page.tsx'), 'ScreenerPage'),
});
const approvals = createRoute({
  getParentRoute: () => root,
  path: 'approvals',
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: lazyRouteComponent(() => import('../features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});
const decisions = createRoute({
  getParentRoute: () => root,
  path: 'screener/decisions',
  component: lazyRouteComponent(() => import('../features/screener/decisions-page.tsx'), 'DecisionsPage'),
});
const drafts = createRoute({
  getParentRoute: () => root,
  path: 'drafts',
  component: lazyRouteComponent(() => import('../features/drafts/drafts-page.tsx'), 'DraftsPage'),
});
const outbox = createRoute({
  getParentRoute: () => root,
  path: 'outbox',
  component: lazyRouteComponent(() => import('../features/outbox/outbox-page.tsx'), 'OutboxPage'),
});
const texts = createRoute({
  getParentRoute: () => root,
  path: 'texts',
  beforeLoad: () => {
    throw redirect({ to: '/settings/{-$page}', params: { page: 'writing' }, hash: 'signatures', replace: true });
  },
});
const sounds = createRoute({
  getParentRoute: () => root,
  path: 'sounds',
  component: lazyRouteComponent(
    () => import('../features/settings/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
});
const merge = createRoute({
  getParentRoute: () => root,
  path: 'merge',
  validateSearch: ({ draft, batch }: Record<string, unknown>): { draft?: string; batch?: string } => ({
    ...(typeof draft === 'string' && draft !== '' && { draft }),
    ...(typeof batch === 'string' && batch !== '' && { batch }),
  }),
  component: lazyRouteComponent(() => import('../features/merge/merge-page.tsx'), 'MergePage'),
});
const history = createRoute({
  getParentRoute: () => root,
  path: 'history',
  component: lazyRouteComponent(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: 'activity',
  component: lazyRouteComponent(() => import('../features/activity/activity-page.tsx'), 'ActivityPage'),
});

const compose = createRoute({
  getParentRoute: () => root,
  path: 'compose/{-$draftPath}',
  component: lazyRouteComponent(() => import('../features/compose/compose-page.tsx'), 'ComposePage'),
});

const repair = createRoute({
  getParentRoute: () => root,
  path: 'repair',
  component: lazyRouteComponent(() => import('../features/repair/repair-page.tsx'), 'RepairPage'),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: 'welcome',
  component: lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: 'accounts',
  validateSearch: ({ change, remove }: Record<string, unknown>): { change?: string; remove?: string } => ({
    ...(typeof change === 'string' && change !== '' && { change }),
    ...(typeof remove === 'string' && remove !== '' && { remove }),
  }),
  component: lazyRouteComponent(() => import('../features/accounts/accounts-page.tsx'), 'AccountsPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: 'settings/{-$page}',
  beforeLoad: async ({ params, location }) => {
    const { redirectOf } = await import('../data/settings/setting-pages.ts');
    const moved = redirectOf(params.page, decodeURIComponent(location.hash));
    if (moved) throw redirect({ ...moved, replace: true });
  },
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: 'keys',
  component: lazyRouteComponent(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
});

const app = createRoute({
  getParentRoute: () => root,
  path: 'app',
  beforeLoad: () => {
    throw redirect({ to: '/settings/{-$page}', params: { page: 'general' }, hash: 'app', replace: true });
  },
});

const gallery = createRoute({
  getParentRoute: () => root,
  path: 'design',
  component: lazyRouteComponent(() => import('../features/gallery/gallery-page.tsx'), 'GalleryPage'),
});

// Rarely needed.
const diagnostics = createRoute({
  getParentRoute: () => root,
  path: 'diagnostics',
  component: lazyRouteComponent(() => import('../features/diagnostics/diagnostics-page.tsx'), 'DiagnosticsPage'),
});

const OpenThread = lazyRouteComponent(() => import('../features/threads/open-thread.tsx'), 'OpenThread');
const thread = { path: 'm/$threadId', component: OpenThread } as const;
const inboxThread = createRoute({ getParentRoute: () => inbox, ...thread });
const nowThread = createRoute({ getParentRoute: () => now, ...thread });
const messagesThread = createRoute({ getParentRoute: () => messages, ...thread });
const todoThread = createRoute({ getParentRoute: () => todo, ...thread });
const updatesThread = createRoute({ getParentRoute: () => updates, ...thread });
const readingThread = createRoute({ getParentRoute: () => reading, ...thread });
const archiveThread = createRoute({ getParentRoute: () => archive, ...thread });
const allThread = createRoute({ getParentRoute: () => all, ...thread });
const labelThread = createRoute({ getParentRoute: () => label, ...thread });
const searchThread = createRoute({ getParentRoute: () => search, ...thread });
const snoozedThread = createRoute({ getParentRoute: () => snoozed, ...thread });
const replyLaterThread = createRoute({ getParentRoute: () => replyLater, ...thread });
const remindersThread = createRoute({ getParentRoute: () => reminders, ...thread });
const invitesThread = createRoute({ getParentRoute: () => invites, ...thread });

const tree = root.addChildren([
  home,
  now.addChildren([nowThread]),
  messages.addChildren([messagesThread]),
  todo.addChildren([todoThread]),
  updates.addChildren([updatesThread]),
  reading.addChildren([readingThread]),
  archive.addChildren([archiveThread]),
  inbox.addChildren([inboxThread]),
  all.addChildren([allThread]),
  label.addChildren([labelThread]),
  search.addChildren([searchThread]),
  snoozed.addChildren([snoozedThread]),
  replyLater.addChildren([replyLaterThread]),
  reminders.addChildren([remindersThread]),
  invites.addChildren([invitesThread]),
  deliveries,
  promises,
  person,
  analytics,
  rules,
  subscriptions,
  screener,
  decisions,
  approvals,
  drafts,
  outbox,
  texts,
  sounds,
  merge,
  history,
  repair,
  welcome,
  accounts,
  settings,
  keys,
  app,
  gallery,
  diagnostics,
  activity,
  compose,
  docs,
  help,
]);

/** Prefetches the views that the user probably opens next from a list. */
export const soonVisited = [() => OpenThread.preload?.(), () => SearchPage.preload?.()];

/** All routes of the page. A conversation opens beside the list from which it was chosen. */
export function createPageRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: false,
    // Plain text in both directions: the router's default would parse `"a phrase"` and `2026` as JSON.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  });
}

function writeSearch(search: Record<string, unknown>): string {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : '';
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
