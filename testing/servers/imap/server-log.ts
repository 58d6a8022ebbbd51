/** The activity of a server's clients, for tests to compare with the limits. */
export type ServerLog = {
  /** Connections open now, and the maximum so far. */
  openConnections: number;
  maxOpenConnections: number;
  connections: number;
  /** Sign-ins tried, and the successful ones. */
  signIns: number;
  successfulSignIns: number;
  /** Every command, as received. */
  commands: string[];
  /** How many commands the server works on: neither IDLE nor those that it deliberately does not answer. */
  commandsInProgress: number;
  /** Each time a part of a message's body was requested and sent. */
  fetchedSections: { folder: string; uid: number; section: string }[];
  /** Errors of the server itself: none is intended. */
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
    commandsInProgress: 0,
    fetchedSections: [],
    errors: [],
  };
}
