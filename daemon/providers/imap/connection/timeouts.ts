/** How patient a connection is, in milliseconds. */
export type ConnectionTimeouts = {
  /** How long the server may be silent while it owes an answer. */
  responseMs: number;
  /** After so long without a word in an IDLE the server is asked for a sign of life, and has as long again to give it. */
  idleResponseMs: number;
  /** An IDLE is begun anew after so long. */
  idleRenewalMs: number;
  /** A line that was at rest for so long may have died unnoticed: it is tried out before it is used. */
  recheckAfterMs: number;
  /** How long a line that is tried out may take to answer. */
  pingMs: number;
  /** How often a line at rest is tried out. It has to be less than `silence`, which would end it. */
  keepAliveMs: number;
  /** A line that was at rest for so long is ended. */
  closeUnusedAfterMs: number;
};

/** A dead connection is noticed within a minute, whatever it was doing. */
export const defaultConnectionTimeouts: ConnectionTimeouts = {
  responseMs: 50_000,
  idleResponseMs: 25_000,
  // Servers may end an IDLE after 30 minutes (RFC 2177).
  idleRenewalMs: 24 * 60_000,
  recheckAfterMs: 10_000,
  pingMs: 10_000,
  keepAliveMs: 40_000,
  closeUnusedAfterMs: 3 * 60_000,
};
