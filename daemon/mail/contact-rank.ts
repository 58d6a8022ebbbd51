type Counted = {
  email: string;
  received: number;
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** Seconds after which having written, or been written to, counts half. */
const halfLife = 60 * 86_400;

const machine = /^(?:mailer-daemon|postmaster)@|(?:no|do-?not|donot)[-_.]?reply/;

/** Whether it is an address nobody reads answers at; in lower case. */
export function isMachineAddress(email: string): boolean {
  return machine.test(email);
}

/**
 * How likely the owner wants to write to somebody, against others: most of all to whom they have written, by how often and
 * how lately, then to whom they have had mail from, then to mailings and machines. Orders by what decays without a look
 * at the clock: of everything that halves in the same time the logarithms keep their order, and their distances.
 */
export function contactRank({ email, received, mailings, sent, last_received, last_sent }: Counted): number {
  const kind = kindOf({ email, received, mailings, sent });
  // A date has less than a thousand half-lives.
  if (sent > 0) return kind * 1000 + Math.log2(sent) + last_sent / halfLife;
  return kind * 1000 + Math.log2(received + 1) + last_received / halfLife;
}

function kindOf({
  email,
  received,
  mailings,
  sent,
}: Pick<Counted, 'email' | 'received' | 'mailings' | 'sent'>): number {
  if (isMachineAddress(email)) return 0;
  if (sent > 0) return 2;
  return mailings * 2 > received ? 0 : 1;
}
