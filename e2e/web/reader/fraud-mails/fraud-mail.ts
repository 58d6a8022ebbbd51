import { mail } from '../../../../daemon/test-daemon.ts';

/** A made-up mail that deceives, and what the page shows of it. */
export type FraudMail = {
  /** What the mail attempts, which is also its subject. */
  name: string;
  source: Buffer;
  /** Mail of the same or other senders that arrived before. Its subjects differ from all others. */
  earlier?: readonly Buffer[];
  /** Parts that are left out are not compared. */
  expected: Partial<ShownMail>;
};

/** What the page shows of a message. */
export type ShownMail = {
  /** The sentence of the warning above the message, without "Be careful."; null if there is none. */
  warning: string | null;
  /** The mark beside the sender; null if there is a warning instead. */
  mark: 'Known sender' | 'Verified' | 'Unverified' | null;
  /** Each reason of the trust card. */
  reasons: string[];
  /** The links that can be followed, in order. */
  links: ShownLink[];
  /** The address that is shown while the pointer is over the first link, and while it has the focus. */
  target: string | null;
  /** The text of the message that is rendered, with single spaces, without marks of links. */
  text: string;
};

export type ShownLink = {
  text: string;
  /** The host that is shown in red behind the link; absent if there is no mark. */
  host?: string;
};

/** A mail with HTML. `headers` replace those of an ordinary mail from an unknown sender. */
export function htmlMail(
  name: string,
  html: string,
  { from = 'Service <service@mailer.test>', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Buffer {
  return mail({
    from,
    subject: name,
    text: html,
    id: `${name.replace(/[^a-z\d]+/gi, '-')}@fraud.test`,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  });
}
