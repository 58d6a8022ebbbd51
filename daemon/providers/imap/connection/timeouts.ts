/** The timeouts of a connection, in milliseconds. */
export type ConnectionTimeouts = {
  /** How long the server may be silent while a response is pending. */
  responseMs: number;
  /** How long a command may stand still although the server sends other things, by the provider's clock. */
  stallMs: number;
  /** After this much silence in an IDLE the server is asked for a response, with the same time limit again. */
  idleResponseMs: number;
  /** An IDLE is renewed after this time. */
  idleRenewalMs: number;
  /** A connection that was idle for this long may have died unnoticed: it is tested before use. */
  recheckAfterMs: number;
  /** The time limit for the response to a test. */
  pingMs: number;
  /** How often an idle connection is tested. It must be less than `responseMs`, which would close it. */
  keepAliveMs: number;
  /** A connection that was idle for this long is closed. */
  closeUnusedAfterMs: number;
};

/** A dead connection is detected within a minute in every state. */
export const defaultConnectionTimeouts: ConnectionTimeouts = {
  responseMs: 50_000,
  stallMs: 60_000,
  idleResponseMs: 25_000,
  // Servers may end an IDLE after 30 minutes (RFC 2177).
  idleRenewalMs: 24 * 60_000,
  recheckAfterMs: 10_000,
  pingMs: 10_000,
  keepAliveMs: 40_000,
  closeUnusedAfterMs: 3 * 60_000,
};
