const key = 'posthorn-declined-recipients';

/** The newest conversations whose answers are kept. */
const maxThreads = 200;

type Declined = readonly (readonly [threadId: string, emails: readonly string[]])[];

/** The suggested recipients that the user declined in a conversation. */
export function declinedIn(threadId: string | undefined): readonly string[] {
  return readDeclined().find(([id]) => id === threadId)?.[1] ?? [];
}

/** Stores the answer in this browser. A new message has no conversation yet, and its answer is not stored. */
export function storeDeclined(threadId: string | undefined, email: string): void {
  if (threadId === undefined) return;
  const others = readDeclined().filter(([id]) => id !== threadId);
  const next: Declined = [...others, [threadId, [...declinedIn(threadId), email]]];
  localStorage.setItem(key, JSON.stringify(next.slice(-maxThreads)));
}

function readDeclined(): Declined {
  return JSON.parse(localStorage.getItem(key) ?? '[]') as Declined;
}
