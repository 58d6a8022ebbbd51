/**
 * What runs before the page is there: a small script of its own, which asks for the first mail and listens for news while
 * the rest of the page is still read. `main.tsx` goes on from here.
 */
import { addresses } from 'virtual:addresses';
import { sendAhead } from './ahead.ts';
import { callOf, createApi } from './api.ts';
import { desktopBridge } from './desktop.ts';
import { after, startLive } from './live.ts';
import { mailboxAt, mailboxInput } from './mailbox-input.ts';
import type { MailboxLens } from './queries.ts';
import { createSession } from './session.ts';

/** In milliseconds: what else is asked waits no longer for the first mail. */
const longest = 2_000;
/** A page in the background is not painted. */
const waitsForPaint = 150;

export const session = createSession(undefined, desktopBridge()?.token);
export const live = startLive(session);
const ahead = sendAhead(session.send);
export const api = createApi(addresses, ahead.send);

/** The mailbox that the page shows first, of which the first mail is asked for; undefined where it shows another thing. */
export const firstLens = mailboxAt(location);
const { promise: drawing, resolve } = Promise.withResolvers<void>();
/** To be called when the page has been given to the browser to draw. */
export const drawn: () => void = resolve;
/** Resolves when the first mail has been painted; at once where the page shows another thing. */
export const firstPaint: Promise<unknown> = firstLens ? askFor(firstLens) : Promise.resolve();
ahead.hold(firstPaint);

/** The first page of a list brings along what the sidebar shows, which so needs no asking. */
function askFor(lens: MailboxLens): Promise<void> {
  const page = ahead.ask(callFor('mailbox.list', mailboxInput(lens))) as ReturnType<typeof api.mailbox.list>;
  const shell = callFor('client.shell', {});
  const frame = page.then(
    ({ shell, sidebar }) => ({ shell, sidebar }),
    () => session.send(shell),
  );
  void ahead.ask(shell, frame);
  const shown = Promise.all([page, drawing]).then(painted, () => undefined);
  return Promise.race([shown, after(longest)]);
}

function callFor(name: string, input: object) {
  return callOf(addresses[name] ?? '', input);
}

/** Resolves when what is rendered next has been painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    void after(waitsForPaint).then(resolve);
    // The first frame renders what has come, the second comes after it was painted.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
