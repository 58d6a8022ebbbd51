/** What a server saw of its clients, for tests to hold against what they may do. */
export type ServerLog = {
  /** Connections open now, and at the most so far. */
  open: number;
  mostOpen: number;
  connections: number;
  /** Sign-ins tried, and those of them that were let in. */
  signIns: number;
  signedIn: number;
  /** Every command, as it came. */
  heard: string[];
  /** Each time something of a message's body was asked for and handed out. */
  handed: { folder: string; uid: number; section: string }[];
  /** What went wrong in the server itself: nothing of it is meant. */
  faults: unknown[];
};

export function newServerLog(): ServerLog {
  return { open: 0, mostOpen: 0, connections: 0, signIns: 0, signedIn: 0, heard: [], handed: [], faults: [] };
}
