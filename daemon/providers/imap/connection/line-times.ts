/** How patient a connection is, in milliseconds. */
export type LineTimes = {
  /** How long the server may be silent while it owes an answer. */
  silence: number;
  /** After so long without a word in an IDLE the server is asked for a sign of life, and has as long again to give it. */
  idleSilence: number;
  /** An IDLE is begun anew after so long. */
  idleRenewal: number;
  /** A line that was at rest for so long may have died unnoticed: it is tried out before it is used. */
  doubt: number;
  /** How long a line that is tried out may take to answer. */
  sign: number;
  /** How often a line at rest is tried out. It has to be less than `silence`, which would end it. */
  keepAlive: number;
  /** A line that was at rest for so long is ended. */
  unused: number;
};

/** A dead connection is noticed within a minute, whatever it was doing. */
export const usualTimes: LineTimes = {
  silence: 50_000,
  idleSilence: 25_000,
  // Servers may end an IDLE after 30 minutes (RFC 2177).
  idleRenewal: 24 * 60_000,
  doubt: 10_000,
  sign: 10_000,
  keepAlive: 40_000,
  unused: 3 * 60_000,
};
