/**
 * What can be made to go wrong, on the server or on the way to it. The provider in front of it keeps what the port
 * promises, so none of these makes it tell a falsehood that it could have noticed.
 *
 * `offline`, `auth` and `busy` fail every verb with that reason; `slow` makes every verb wait; `drop-mid-batch` loses
 * the line in the middle of changes or sources; `lost-watch` ends a watch with an error. `folder-trouble` has the
 * server refuse one folder's changes; `folder-vanishes` has another client delete the folder once it was listed.
 * `refuse-message` has the server keep a message to itself; `wrong-bytes` has it hand out another in its place;
 * `wrong-size` has it tell double the size. `refuse-edit` has the server leave a folder as it is, or unmade;
 * `lost-edit` loses the line once a folder is made, renamed or deleted, and before that is told. `duplicate-arrivals` and `unordered-arrivals` are how it lists what is new.
 */
export const faultKinds = [
  'offline',
  'auth',
  'busy',
  'slow',
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
  /** How often it strikes; without it, until the faults are cleared. */
  times?: number;
  /** It strikes only each so many chances it has. */
  every?: number;
  /** Where it strikes; without them, everywhere. */
  folder?: string;
  uid?: number;
  /** How long `slow` waits, in milliseconds of the provider's clock. Two seconds if not said. */
  ms?: number;
};

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** The fault of this kind that strikes here, if any; one of its times is used up. */
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
