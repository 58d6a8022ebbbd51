/**
 * What runs before the page is there: a small script of its own, which asks for the first mail and listens for news while
 * the rest of the page is still read. `main.tsx` goes on from here.
 */
import { addresses } from 'virtual:addresses';
import { sendAhead } from './ahead.ts';
import { callOf, createApi } from './api.ts';
import { desktopBridge } from './desktop.ts';
import { startLive } from './live.ts';
import { mailboxAt, mailboxInput } from './mailbox-input.ts';
import type { MailboxLens } from './queries.ts';
import { createSession } from './session.ts';

/** In milliseconds: what else is asked waits no longer for the first mail. */
const longest = 2_000;
/** A page in the background is not painted. */
const waitsForPaint = 150;

export const session = createSession(undefined, desktopBridge()?.token);
export const live = startLive({ token: session.token });
const ahead = sendAhead(session.send);
export const api = createApi(addresses, ahead.send);

const lens = mailboxAt(location);
/** Resolves when the first mail has been painted; at once where the page shows another thing. */
export const firstPaint: Promise<unknown> = lens ? askFor(lens) : Promise.resolve();
ahead.hold(firstPaint);

/** The first page of a list brings along what the sidebar shows, which so needs no asking. */
function askFor(shown: MailboxLens): Promise<void> {
  const page = ahead.ask(callFor('mailbox.list', mailboxInput(shown))) as ReturnType<typeof api.mailbox.list>;
  const shell = callFor('client.shell', {});
  const frame = page.then(
    ({ shell, sidebar }) => ({ shell, sidebar }),
    () => session.send(shell),
  );
  void ahead.ask(shell, frame);
  return Promise.race([page.then(painted, () => undefined), after(longest)]);
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

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
