import { maxFetchedPartBytes } from '../../daemon/providers/provider.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';

/** The distribution of the mail over folders. */
const folderShares = { INBOX: 0.4, Archive: 0.3, Project: 0.1, 'Lists/one': 0.1, 'Lists/two': 0.1 };
const flagCycle = ['S', '', 'FS', 'S', 'RS'];

/** Made in chunks, so that a large mailbox is never completely in memory. */
const chunkSize = 500;

/** Fills the folders of a user with made-up messages, none of which has a missing range. */
export function seedMailbox(
  dovecot: Dovecot,
  { user }: MailUser,
  { messages, seed }: { messages: number; seed: number },
): void {
  for (const [number, [folder, share]] of Object.entries(folderShares).entries()) {
    for (let remaining = Math.round(messages * share), at = 0; remaining > 0; remaining -= chunkSize, at++) {
      const messageSources = randomMessages({ count: Math.min(remaining, chunkSize), seed: seed + 1000 * number + at });
      const whole = messageSources.filter(({ length }) => length < maxFetchedPartBytes);
      dovecot.seed(
        user,
        folder,
        whole.map((bytes, index) => ({ bytes, flags: flagCycle[index % flagCycle.length] ?? '' })),
      );
    }
  }
}

/** Messages that are in two folders with different flags, and some twice in one folder. */
export function seedCopies(
  dovecot: Dovecot,
  { user }: MailUser,
  { messages, seed }: { messages: number; seed: number },
): void {
  const messageSources = randomMessages({ count: messages, seed: seed + 500_000 }).filter(
    ({ length }) => length < maxFetchedPartBytes,
  );
  const flagged = (own: readonly string[]) =>
    messageSources.map((bytes, index) => ({ bytes, flags: own[index % own.length] ?? '' }));
  dovecot.seed(user, 'INBOX', flagged(flagCycle));
  dovecot.seed(user, 'Project', flagged(['', 'S', 'F']));
  dovecot.seed(user, 'Lists/two', flagged(['FS', '']).slice(0, Math.ceil(messages / 3)));
  dovecot.seed(user, 'Lists/two', flagged(['']).slice(0, Math.ceil(messages / 5)));
}
