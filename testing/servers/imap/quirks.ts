/**
 * What comes instead of an answer: silence, the connection's end (after a crash what was last said is lost with it), a
 * farewell, or these words behind the command's tag.
 */
export type InjectedResponse = 'silence' | 'cut' | 'crash' | `BYE ${string}` | `NO ${string}` | `BAD ${string}`;

/**
 * How a server misbehaves. A test changes the object while the server runs; what is absent is done as the RFCs say.
 * Folders are named by their path, messages by folder and UID as in `INBOX 7`.
 */
export type Quirks = {
  /** The first line, with which some servers turn everyone away (`* BYE …`) or let everyone in (`* PREAUTH …`). */
  greeting?: string;
  /** Milliseconds before each answer. */
  latencyMs?: number;
  startTls?: 'absent' | 'refused';
  /** Passwords are taken over no connection at all. */
  isLoginDisabled?: boolean;
  /** By command, as in `LOGIN`, `STATUS` or `UID MOVE`; a sign-in counts as LOGIN whichever command makes it. */
  commands?: Record<string, InjectedResponse>;
  folders?: Record<string, FolderQuirk>;
  messages?: Record<string, MessageQuirk>;
};

export type FolderQuirk = {
  /** By command that names the folder: SELECT (and EXAMINE), STATUS, APPEND. */
  commands?: Record<string, InjectedResponse>;
  /** LIST leaves it out, though it can be opened. */
  isUnlisted?: boolean;
  /** It is deleted when somebody opens it. */
  isDeletedOnOpen?: boolean;
  /** Neither SELECT nor STATUS tell the next UID. */
  isUidNextMissing?: boolean;
  /** The folder keeps no modification sequences (NOMODSEQ). */
  isModseqMissing?: boolean;
  /** So much lower are the modification sequences told than they were, as after a restore. */
  modseqLoss?: number;
  /** Hits and FETCH answers come in descending order. */
  isDescending?: boolean;
  /** Each FETCH also answers, in full, for the messages before and after those asked for. */
  sendsNeighbours?: boolean;
  /** These are expunged, and told as such, after the first answer to a FETCH. */
  expungedDuringFetch?: number[];
};

/** What a FETCH may ask for, as far as servers stumble over it: whole bodies and parts, headers, structures, the rest. */
export type FetchItemKind = 'body' | 'header' | 'structure' | 'facts';

export type MessageQuirk = {
  on?: Partial<Record<FetchItemKind, InjectedResponse>>;
  /** FETCH answers OK and says nothing of this message when its body is asked for. */
  isLeftOut?: boolean;
  /** BODY[] is NIL. */
  isBodyMissing?: boolean;
  /** Literals announce so many bytes more (or, below 0, fewer) than are sent. */
  literalSurplus?: number;
  /** RFC822.SIZE tells so many bytes more (or fewer) than there are. */
  sizeSurplus?: number;
  /** The bytes handed out for the body are those of this UID. */
  bodyOf?: number;
  /** BODYSTRUCTURE is that of this UID. */
  structureOf?: number;
  /** What INTERNALDATE tells, as it goes over the wire. */
  internalDate?: string;
};

export function quirkOfFolder({ folders }: Quirks, path: string): FolderQuirk {
  return folders?.[path] ?? {};
}

export function quirkOfMessage({ messages }: Quirks, path: string, uid: number): MessageQuirk {
  return messages?.[`${path} ${uid}`] ?? {};
}
