/**
 * Runs before the page: a small separate script that requests the first mail and opens the event connection while the rest
 * of the page loads. `main.tsx` continues from here.
 */
import { addresses } from 'virtual:addresses';
import { createPrefetcher } from '../api/prefetch.ts';
import { callOf, createApi } from '../api/client.ts';
import { desktopBridge } from '../api/desktop.ts';
import { delay, startLive } from '../api/live.ts';
import { takeOneTimeKey } from '../api/one-time-key.ts';
import { mailboxFromUrl, mailboxRequest } from '../data/mailbox-request.ts';
import { createSession } from '../api/session.ts';
import type { MailboxLens } from '../data/lens.ts';
import { storedStartPage, storeStartPage, type StartPage } from '../data/settings/start-page.ts';
import { valueAt } from '../data/settings/setting-keys.ts';

/** In milliseconds: the longest time that other reads wait for the first mail. */
const maxDelayMs = 2_000;
/** A page in the background is not painted. */
const paintTimeoutMs = 150;

export const session = createSession(undefined, {
  appToken: desktopBridge()?.token,
  oneTimeKey: takeOneTimeKey({ location, history }),
});
export const live = startLive(session);
const prefetcher = createPrefetcher(session.send);
export const api = createApi(addresses, prefetcher.send);

/** Where the address of the page leads: `/` is the start page that this browser last knew. */
const firstPath = location.pathname === '/' ? `/${storedStartPage() ?? ''}` : location.pathname;
/** The mailbox that the page shows first, whose mail is requested; undefined on other pages. */
export const firstLens = mailboxFromUrl({ pathname: firstPath, search: location.search });
/** Whether the page shows Now first. */
export const isNowFirst = firstPath === '/now';
const { promise: rendered, resolve } = Promise.withResolvers<void>();
/** Must be called after the first render was started. */
export const markRendered: () => void = resolve;
/** Resolves when the first mail was painted; at once on other pages. */
export const firstPaint: Promise<unknown> = prefetchFirstPage();
prefetcher.delayReadsUntil(firstPaint);
/** The start page. Only a browser that has not known the setting yet waits for it. */
export const startPage: Promise<StartPage> = Promise.resolve(storedStartPage() ?? fetchStartPage());

function prefetchFirstPage(): Promise<unknown> {
  if (firstLens) return prefetchFirstMail(firstLens);
  return isNowFirst ? prefetchNow() : Promise.resolve();
}

/** Now, and the sidebar beside it. */
function prefetchNow(): Promise<unknown> {
  const now = prefetcher.prefetch(prefetchableCall('modes.now', {}));
  for (const name of ['client.shell', 'modes.rail']) void prefetcher.prefetch(prefetchableCall(name, {}));
  const shown = Promise.all([now, rendered]).then(nextPaint, () => undefined);
  return Promise.race([shown, delay(maxDelayMs)]);
}

async function fetchStartPage(): Promise<StartPage> {
  if (location.pathname !== '/') return 'now';
  try {
    const { values } = await api.settings.get({});
    return storeStartPage(valueAt(values, 'ui.start_page'));
  } catch {
    // The page reports why the daemon does not answer.
    return 'now';
  }
}

/** The first page of a list includes the data of the sidebar, which needs no request of its own. */
function prefetchFirstMail(lens: MailboxLens): Promise<void> {
  const page = prefetcher.prefetch(prefetchableCall('mailbox.list', mailboxRequest(lens))) as ReturnType<
    typeof api.mailbox.list
  >;
  const shell = prefetchableCall('client.shell', {});
  const frame = page.then(
    ({ shell, sidebar }) => ({ shell, sidebar }),
    () => session.send(shell),
  );
  void prefetcher.prefetch(shell, frame);
  const shown = Promise.all([page, rendered]).then(nextPaint, () => undefined);
  return Promise.race([shown, delay(maxDelayMs)]);
}

function prefetchableCall(name: string, input: object) {
  return callOf(addresses[name] ?? '', input);
}

/** Resolves after the next paint. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    void delay(paintTimeoutMs).then(resolve);
    // The first frame renders the new content, the second starts after it was painted.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
