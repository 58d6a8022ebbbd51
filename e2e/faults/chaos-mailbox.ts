import { largestFetchedPart } from '../../daemon/providers/provider.ts';
import { madeLetters } from '../peers/letters.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';

/** How the mail of the mailbox is spread. */
const shares = { INBOX: 0.4, Archive: 0.3, Project: 0.1, 'Lists/one': 0.1, 'Lists/two': 0.1 };
const flags = ['S', '', 'FS', 'S', 'RS'];

/** Made in pieces, so that a large mailbox is never in memory whole. */
const piece = 500;

/** Fills the folders of a user with made letters, none of which has a part that is left on the server. */
export function seedMailbox(
  dovecot: Dovecot,
  { user }: MailUser,
  { messages, seed }: { messages: number; seed: number },
): void {
  for (const [number, [folder, share]] of Object.entries(shares).entries()) {
    for (let left = Math.round(messages * share), at = 0; left > 0; left -= piece, at++) {
      const letters = madeLetters({ count: Math.min(left, piece), seed: seed + 1000 * number + at });
      const whole = letters.filter(({ length }) => length < largestFetchedPart);
      dovecot.seed(
        user,
        folder,
        whole.map((bytes, index) => ({ bytes, flags: flags[index % flags.length] ?? '' })),
      );
    }
  }
}

/** Letters that lie in two folders with other flags, and some twice in one. */
export function seedCopies(
  dovecot: Dovecot,
  { user }: MailUser,
  { messages, seed }: { messages: number; seed: number },
): void {
  const letters = madeLetters({ count: messages, seed: seed + 500_000 }).filter(
    ({ length }) => length < largestFetchedPart,
  );
  const flagged = (own: readonly string[]) =>
    letters.map((bytes, index) => ({ bytes, flags: own[index % own.length] ?? '' }));
  dovecot.seed(user, 'INBOX', flagged(flags));
  dovecot.seed(user, 'Project', flagged(['', 'S', 'F']));
  dovecot.seed(user, 'Lists/two', flagged(['FS', '']).slice(0, Math.ceil(messages / 3)));
  dovecot.seed(user, 'Lists/two', flagged(['']).slice(0, Math.ceil(messages / 5)));
}
