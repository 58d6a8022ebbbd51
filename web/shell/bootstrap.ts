/**
 * What runs before the page is there: a small script of its own, which asks for the first mail and listens for news while
 * the rest of the page is still read. `main.tsx` goes on from here.
 */
import { addresses } from 'virtual:addresses';
import { createPrefetcher } from '../api/prefetch.ts';
import { callOf, createApi } from '../api/client.ts';
import { desktopBridge } from '../api/desktop.ts';
import { delay, startLive } from '../api/live.ts';
import { mailboxFromUrl, mailboxRequest } from '../data/mailbox-request.ts';
import { createSession } from '../api/session.ts';
import type { MailboxLens } from '../data/lens.ts';

/** In milliseconds: what else is asked waits no longer for the first mail. */
const maxDelayMs = 2_000;
/** A page in the background is not painted. */
const paintTimeoutMs = 150;

export const session = createSession(undefined, desktopBridge()?.token);
export const live = startLive(session);
const prefetcher = createPrefetcher(session.send);
export const api = createApi(addresses, prefetcher.send);

/** The mailbox that the page shows first, of which the first mail is asked for; undefined where it shows another thing. */
export const firstLens = mailboxFromUrl(location);
const { promise: rendered, resolve } = Promise.withResolvers<void>();
/** To be called when the page has been given to the browser to draw. */
export const markRendered: () => void = resolve;
/** Resolves when the first mail has been painted; at once where the page shows another thing. */
export const firstPaint: Promise<unknown> = firstLens ? prefetchFirstMail(firstLens) : Promise.resolve();
prefetcher.delayReadsUntil(firstPaint);

/** The first page of a list brings along what the sidebar shows, which so needs no asking. */
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

/** Resolves when what is rendered next has been painted. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    void delay(paintTimeoutMs).then(resolve);
    // The first frame renders what has come, the second comes after it was painted.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
