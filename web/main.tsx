import '@fontsource-variable/figtree/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/source-serif-4/index.css';
import './design/tokens.css';
import './design/base.css';
import './design/print.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { addresses } from 'virtual:addresses';
import { createDownloads } from './attachments/downloads.ts';
import { createComposeWire } from './compose/compose-wire.ts';
import { createComposers } from './compose/composers.ts';
import { createEarlyKeys, typeIntoFocused } from './compose/early-keys.ts';
import { createKeptWords } from './compose/kept-words.ts';
import { createSends } from './compose/sends.ts';
import { wordsOf } from './design/panel.tsx';
import { followDesktop } from './desktop.ts';
import { api, drawn, firstLens, firstPaint, live, session } from './first.ts';
import { createGive } from './import/giving.ts';
import { createImportSending } from './import/sending.ts';
import { createWork } from './jobs/work.ts';
import { soonWanted } from './lazy-parts.ts';
import { after } from './live.ts';
import { createActs } from './mutations/acts.ts';
import { createToasts } from './mutations/toasts.ts';
import { type Parts, PartsContext, useParts } from './parts.ts';
import { isWorthRetrying, mailboxPages, shellQuery } from './queries.ts';
import { inQuiet } from './quiet.ts';
import { createPageRouter, soonVisited } from './router.tsx';
import { keptBindings } from './shell/key-bindings.ts';
import { KeyPage } from './shell/key-page.tsx';
import { keyStore } from './shell/key-store.ts';
import { applyWidths } from './shell/pane-widths.ts';
import { applyTheme, storedTheme } from './shell/theme.ts';
import { applyStoredAppearance, followAppearance } from './settings/applied-appearance.ts';
import { MailDatesProvider } from './settings/mail-dates.tsx';
import { createSounds } from './sounds/sounds.ts';
import { applyReaderPlace } from './threads/reader-place.ts';
import { followLanguage, speakStored } from './words/page-language.ts';
import { SpokenPage } from './words/spoken-page.tsx';

applyTheme(storedTheme());
const keptKeys = keptBindings(localStorage);
if (keptKeys) keyStore.set(keptKeys);
applyStoredAppearance();
applyWidths();
applyReaderPlace();

const queryClient = new QueryClient({
  defaultOptions: {
    // The daemon is on this machine: whether there is an internet has nothing to do with it.
    queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 60_000, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
});
live.follow((subjects) => {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => subjects.has(queryKey[0] as never) });
});
const toasts = createToasts();
const sounds = createSounds({ api, client: queryClient });
const acts = createActs({ api, client: queryClient, live, toasts, sounds });
const downloads = createDownloads(addresses['attachments.download'] ?? '', session);
const composers = createComposers({ api, toasts, early: createEarlyKeys(window, typeIntoFocused) });
const sends = createSends({ api, toasts, live, composers, sounds });
const composeWire = createComposeWire(addresses, session);
const importSending = createImportSending({
  api,
  give: createGive(addresses['import.give'] ?? '', session),
  wordsOf,
  onStarted: () => void queryClient.invalidateQueries({ queryKey: ['jobs'] }),
});
const keptWords = createKeptWords(localStorage);
const work = createWork({ live, storage: localStorage });
const parts: Parts = {
  api,
  session,
  live,
  acts,
  toasts,
  downloads,
  composers,
  composeWire,
  keptWords,
  sends,
  importSending,
  sounds,
  work,
};
const router = createPageRouter();
followAppearance({ api, client: queryClient, toasts });
followLanguage({ api, client: queryClient });
followDesktop((path) => router.history.push(path));
void firstPaint.then(() => inQuiet([...soonVisited, ...soonWanted.map(({ fetch }) => fetch)]));

function Page() {
  const { session } = useParts();
  const isLocked = useSyncExternalStore(session.subscribe, session.isLocked);
  return isLocked ? <KeyPage /> : <RouterProvider router={router} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its root element.');
const page = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PartsContext value={parts}>
        <SpokenPage>
          <MailDatesProvider>
            <Page />
          </MailDatesProvider>
        </SpokenPage>
      </PartsContext>
    </QueryClientProvider>
  </StrictMode>
);
/**
 * In milliseconds: where the first mail is there by then, the page is drawn once, with it. Later, a page that says what it
 * waits for is better than none.
 */
const drawnAfter = 100;

async function firstMail(): Promise<void> {
  const mail = firstLens && queryClient.prefetchInfiniteQuery(mailboxPages(api, firstLens));
  const shell = firstLens && queryClient.prefetchQuery(shellQuery(api));
  // What failed is said by who shows it, and tried again there.
  await Promise.allSettled([router.load(), mail, shell]);
}

// No module waits here: those that are fetched later stand on this one.
void Promise.all([speakStored(), Promise.race([firstMail(), after(drawnAfter)])]).then(() => {
  createRoot(root).render(page);
  drawn();
});
