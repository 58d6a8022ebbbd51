/** What a server saw of its clients, for tests to hold against what they may do. */
export type ServerLog = {
  /** Connections open now, and at the most so far. */
  openConnections: number;
  maxOpenConnections: number;
  connections: number;
  /** Sign-ins tried, and those of them that were let in. */
  signIns: number;
  successfulSignIns: number;
  /** Every command, as it came. */
  commands: string[];
  /** Each time something of a message's body was asked for and handed out. */
  fetchedSections: { folder: string; uid: number; section: string }[];
  /** What went wrong in the server itself: nothing of it is meant. */
  errors: unknown[];
};

export function newServerLog(): ServerLog {
  return {
    openConnections: 0,
    maxOpenConnections: 0,
    connections: 0,
    signIns: 0,
    successfulSignIns: 0,
    commands: [],
    fetchedSections: [],
    errors: [],
  };
}
