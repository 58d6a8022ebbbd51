/**
 * A fault instead of an answer: silence, EXISTS responses without an end, the connection's end (after a crash the last output
 * is lost with it), a BYE, or these words after the command's tag.
 */
type InjectedResponse =
  'silence' | 'endless EXISTS' | 'cut' | 'crash' | `BYE ${string}` | `NO ${string}` | `BAD ${string}`;

/**
 * How a server misbehaves. A test changes the object while the server runs; an absent property means the behaviour of the
 * RFCs. Folders are named by their path, messages by folder and UID as in `INBOX 7`.
 */
export type Quirks = {
  /** The first line, with which some servers refuse every client (`* BYE …`) or accept every client (`* PREAUTH …`). */
  greeting?: string;
  /** What every command waits for. */
  hold?: Promise<void>;
  /** Milliseconds before each answer. */
  latencyMs?: number;
  startTls?: 'absent' | 'refused';
  /** Passwords are refused on every connection. */
  isLoginDisabled?: boolean;
  /** By command, as in `LOGIN`, `STATUS` or `UID MOVE`; a sign-in counts as LOGIN for every command that makes it. */
  commands?: Record<string, InjectedResponse>;
  folders?: Record<string, FolderQuirk>;
  messages?: Record<string, MessageQuirk>;
};

export type FolderQuirk = {
  /** By command that names the folder: SELECT (and EXAMINE), STATUS, APPEND. */
  commands?: Record<string, InjectedResponse>;
  /** LIST omits it, although it can be opened. */
  isUnlisted?: boolean;
  /** It is deleted when a client opens it. */
  isDeletedOnOpen?: boolean;
  /** Neither SELECT nor STATUS report the next UID. */
  isUidNextMissing?: boolean;
  /** The folder keeps no modification sequences (NOMODSEQ). */
  isModseqMissing?: boolean;
  /** The reported modification sequences are lower by this much, as after a restore. */
  modseqLoss?: number;
  /** Hits and FETCH answers come in descending order. */
  isDescending?: boolean;
  /** Each FETCH also answers, in full, for the messages before and after the requested ones. */
  sendsNeighbours?: boolean;
  /** These are expunged, and reported so, after the first answer to a FETCH. */
  expungedDuringFetch?: number[];
  /** SEARCH does not find these UIDs. */
  unsearchable?: number[];
};

/** The requests of a FETCH that servers mishandle: whole bodies and parts, headers, structures, the rest. */
export type FetchItemKind = 'body' | 'header' | 'structure' | 'facts';

export type MessageQuirk = {
  on?: Partial<Record<FetchItemKind, InjectedResponse>>;
  /** FETCH answers OK and omits this message when one of these is requested. */
  leftOut?: readonly FetchItemKind[];
  /** The UID that FETCH reports. */
  uidOnWire?: number;
  /** The text between the parentheses of FLAGS. */
  flagsOnWire?: string;
  /** BODY[] is NIL. */
  isBodyMissing?: boolean;
  /** Literals of the body announce this many bytes more (or, below 0, fewer) than are sent. */
  literalSurplus?: number;
  /** Literals of the header announce this number of bytes instead of `bytes`. */
  headerLiteral?: (bytes: number) => number;
  /** RFC822.SIZE reports this many bytes more (or fewer) than there are. */
  sizeSurplus?: number;
  /** The bytes of the body are those of this UID. */
  bodyOf?: number;
  /** BODYSTRUCTURE is that of this UID. */
  structureOf?: number;
  /** The INTERNALDATE on the wire. */
  internalDate?: string;
};

export function quirkOfFolder({ folders }: Quirks, path: string): FolderQuirk {
  return folders?.[path] ?? {};
}

export function quirkOfMessage({ messages }: Quirks, path: string, uid: number): MessageQuirk {
  return messages?.[`${path} ${uid}`] ?? {};
}
