import '@fontsource-variable/figtree/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/source-serif-4/index.css';
import './design/theme/tokens.css';
import './design/theme/base.css';
import './design/theme/print.css';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { addresses } from 'virtual:addresses';
import { createUpdateScheduler } from './data/held-updates.ts';
import { createQueryClient } from './data/query-client.ts';
import { createDownloads } from './data/downloads.ts';
import { createComposeTransfer } from './data/compose/compose-transfer.ts';
import { createOpenCompositions } from './data/compose/open-compositions.ts';
import { createKeystrokeBuffer, typeIntoFocused } from './data/compose/keystroke-buffer.ts';
import { createInlinePlaces } from './data/compose/inline-places.ts';
import { createDraftRecovery } from './data/compose/draft-recovery.ts';
import { createSendTracker } from './data/compose/send-tracker.ts';
import { listenToDesktop } from './api/desktop.ts';
import { api, markRendered, firstLens, firstPaint, isNowFirst, live, session } from './shell/bootstrap.ts';
import { createWorkTracker } from './data/jobs/work-tracker.ts';
import { preloadedComponents } from './shell/lazy-components.ts';
import { delay } from './api/live.ts';
import { createMailActions } from './data/mutations/mail-actions.ts';
import { createToasts } from './data/toasts.ts';
import { type Services, ServicesContext, useServices } from './data/services.ts';
import { mailboxPages, shellQuery } from './data/queries/mail.ts';
import { nowQuery } from './data/queries/modes.ts';
import { runWhenIdle } from './shell/run-when-idle.ts';
import { Drawer } from './shell/drawer.tsx';
import { HeadSearchBox } from './shell/sidebar/head-search-box.tsx';
import { PageSlotsContext } from './design/layout/page-slots.ts';
import { createPageRouter, soonVisited } from './shell/router.tsx';
import { storedBindings } from './keyboard/bindings.ts';
import { RepairPage } from './shell/lazy-components.ts';
import { TokenPage } from './shell/token-page.tsx';
import { bindingStore } from './keyboard/binding-store.ts';
import { applyPaneWidths } from './design/layout/pane-widths.ts';
import { applyTheme, storedTheme } from './design/theme/theme.ts';
import { applyStoredAppearance, followAppearance } from './shell/applied-appearance.ts';
import { LabelColoursProvider } from './data/labels/label-colours.tsx';
import { MailDatesProvider } from './data/settings/mail-dates.tsx';
import { createSounds } from './data/sounds/sounds.ts';
import { applyReaderLayout } from './data/thread-list/page/reader-layout.ts';
import { followLanguageSetting, applyStoredLocale } from './shell/page-locale.ts';
import { LocalizedPage } from './shell/localized-page.tsx';

applyTheme(storedTheme());
const storedKeys = storedBindings(localStorage);
if (storedKeys) bindingStore.set(storedKeys);
applyStoredAppearance();
applyPaneWidths();
applyReaderLayout();

notifyManager.setScheduler(createUpdateScheduler(window));
const queryClient = createQueryClient();
live.onStaleQueries((subjects) => {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => subjects.has(queryKey[0] as never) });
});
const toasts = createToasts();
const sounds = createSounds({ api, client: queryClient });
const workTracker = createWorkTracker({ live, storage: localStorage });
const mailActions = createMailActions({
  api,
  client: queryClient,
  live,
  toasts,
  sounds,
  suppressAnnouncement: workTracker.suppressAnnouncement,
});
const downloads = createDownloads(addresses['attachments.download'] ?? '', session);
const keystrokes = createKeystrokeBuffer(window, typeIntoFocused);
const openCompositions = createOpenCompositions({ api, toasts, keystrokes });
const sendTracker = createSendTracker({ api, toasts, live, openCompositions, sounds });
const composeTransfer = createComposeTransfer(addresses, session);
const draftRecovery = createDraftRecovery(localStorage);
const services: Services = {
  api,
  session,
  live,
  mailActions,
  toasts,
  downloads,
  openCompositions,
  keystrokes,
  inlinePlaces: createInlinePlaces(),
  composeTransfer,
  draftRecovery,
  sendTracker,
  sounds,
  workTracker,
};
const pageSlots = { SidebarButton: Drawer, SearchBox: HeadSearchBox };
const router = createPageRouter();
followAppearance({ api, client: queryClient, toasts });
followLanguageSetting({ api, client: queryClient });
listenToDesktop((path) => router.history.push(path));
void firstPaint.then(() => runWhenIdle([...soonVisited, ...preloadedComponents.map(({ preload }) => preload)]));

function Page() {
  const { session } = useServices();
  const isLocked = useSyncExternalStore(session.subscribe, session.isLocked);
  const isDegraded = useSyncExternalStore(session.subscribe, session.isDegraded);
  if (isLocked) return <TokenPage />;
  return isDegraded ? <RepairPage /> : <RouterProvider router={router} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its root element.');
const page = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ServicesContext value={services}>
        <LocalizedPage>
          <MailDatesProvider>
            <LabelColoursProvider>
              <PageSlotsContext value={pageSlots}>
                <Page />
              </PageSlotsContext>
            </LabelColoursProvider>
          </MailDatesProvider>
        </LocalizedPage>
      </ServicesContext>
    </QueryClientProvider>
  </StrictMode>
);
/**
 * In milliseconds: if the first mail arrives within this time, the page renders once, with it. Otherwise it renders its
 * loading state.
 */
const firstRenderDelayMs = 100;

async function loadFirstMail(): Promise<void> {
  const mail = firstLens && queryClient.prefetchInfiniteQuery(mailboxPages(api, firstLens));
  const now = isNowFirst && queryClient.prefetchQuery(nowQuery(api));
  const shell = (firstLens ?? isNowFirst) && queryClient.prefetchQuery(shellQuery(api));
  // The component that shows the data reports the failure and retries.
  await Promise.allSettled([router.load(), mail, now, shell]);
}

// No top-level await here, because the lazy chunks import this module.
void Promise.all([applyStoredLocale(), Promise.race([loadFirstMail(), delay(firstRenderDelayMs)])]).then(() => {
  createRoot(root).render(page);
  markRendered();
});
