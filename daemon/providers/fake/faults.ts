/**
 * Faults of the server or the connection. The provider in front of it follows the rules of the port, so it reports no wrong
 * data that it could have detected. `offline`, `auth` and `busy` fail every method with that reason; `slow` makes every
 * method wait; `stall` has the server stop answering while changes are read, and answer later; `drop-mid-batch` loses the connection in the middle of changes or sources; `lost-watch` ends a watch with an
 * error. `folder-trouble` has the server refuse one folder's changes; `folder-vanishes` has another client delete the folder
 * once it was listed. `refuse-message` has the server refuse to return a message; `wrong-bytes` has it return another one;
 * `wrong-size` has it report double the size. `refuse-edit` has the server refuse a folder edit; `lost-edit` loses the
 * connection after a folder is created, renamed or deleted, and before the reply. `duplicate-arrivals` and
 * `unordered-arrivals` change how it lists new mail.
 */
export const faultKinds = [
  'offline',
  'auth',
  'busy',
  'slow',
  'stall',
  'drop-mid-batch',
  'lost-watch',
  'folder-trouble',
  'folder-vanishes',
  'refuse-message',
  'wrong-bytes',
  'wrong-size',
  'refuse-edit',
  'lost-edit',
  'duplicate-arrivals',
  'unordered-arrivals',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  kind: FaultKind;
  /** How often it occurs; without it, until the faults are cleared. */
  times?: number;
  /** It occurs only at every nth opportunity. */
  every?: number;
  /** Where it occurs; without them, everywhere. */
  folder?: string;
  uid?: number;
  /** The wait of `slow` and `stall`, in milliseconds of the provider's clock; two seconds by default. */
  ms?: number;
};

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** The fault of this kind that occurs here, if any; uses up one of its times. */
  consume(kind: FaultKind, target?: { folder: string; uid?: number }): Fault | undefined;
};

export function createFaults(): Faults {
  let faults: (Fault & { chances: number })[] = [];
  return {
    add: (fault) => void faults.push({ ...fault, chances: 0 }),
    clear: () => void (faults = []),
    consume(kind, target) {
      const fault = faults.find((each) => each.kind === kind && appliesTo(each, target));
      if (!fault || ++fault.chances % (fault.every ?? 1) !== 0) return undefined;
      if (fault.times !== undefined && --fault.times <= 0) faults = faults.filter((each) => each !== fault);
      return fault;
    },
  };
}

function appliesTo(fault: Fault, target?: { folder: string; uid?: number }): boolean {
  if (fault.times !== undefined && fault.times <= 0) return false;
  if (fault.folder !== undefined && fault.folder !== target?.folder) return false;
  return fault.uid === undefined || fault.uid === target?.uid;
}
