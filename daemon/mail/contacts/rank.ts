type RankedContact = {
  email: string;
  received: number;
  mailings: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** The half-life in seconds of the weight of sent and received mail. */
const halfLifeSeconds = 60 * 86_400;

const machineAddressPattern = /^(?:mailer-daemon|postmaster)@|(?:no|do-?not|donot)[-_.]?reply/;

/** Whether replies to the address are not read, such as no-reply addresses; the address is in lower case. */
export function isMachineAddress(email: string): boolean {
  return machineAddressPattern.test(email);
}

/**
 * The likelihood that the user wants to write to a contact, for sorting. Contacts the user has written to come first,
 * by frequency and recency, then senders, then mailing lists and machines. The rank decays over time without reading
 * the clock: all weights have the same half-life, so their logarithms keep their order and distance.
 */
export function contactRank({ email, received, mailings, sent, last_received, last_sent }: RankedContact): number {
  const rankClassValue = rankClass({ email, received, mailings, sent });
  // A date spans fewer than a thousand half-lives.
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
