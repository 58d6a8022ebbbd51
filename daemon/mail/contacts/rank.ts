type RankedContact = {
  email: string;
  received: number;
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** Seconds after which having written, or been written to, counts half. */
const halfLifeSeconds = 60 * 86_400;

const machineAddressPattern = /^(?:mailer-daemon|postmaster)@|(?:no|do-?not|donot)[-_.]?reply/;

/** Whether it is an address nobody reads answers at; in lower case. */
export function isMachineAddress(email: string): boolean {
  return machineAddressPattern.test(email);
}

/**
 * How likely the owner wants to write to somebody, against others: most of all to whom they have written, by how often and
 * how lately, then to whom they have had mail from, then to mailings and machines. Orders by what decays without a look
 * at the clock: of everything that halves in the same time the logarithms keep their order, and their distances.
 */
export function contactRank({ email, received, mailings, sent, last_received, last_sent }: RankedContact): number {
  const rankClassValue = rankClass({ email, received, mailings, sent });
  // A date has less than a thousand half-lives.
  if (sent > 0) return rankClassValue * 1000 + Math.log2(sent) + last_sent / halfLifeSeconds;
  return rankClassValue * 1000 + Math.log2(received + 1) + last_received / halfLifeSeconds;
}

function rankClass({
  email,
  received,
  mailings,
  sent,
}: Pick<RankedContact, 'email' | 'received' | 'mailings' | 'sent'>): number {
  if (isMachineAddress(email)) return 0;
  if (sent > 0) return 2;
  return mailings * 2 > received ? 0 : 1;
}
