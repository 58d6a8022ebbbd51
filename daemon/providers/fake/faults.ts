/**
 * What can be made to go wrong. `offline`, `auth` and `busy` fail every verb with that reason; `slow` makes every verb
 * wait; `drop-mid-batch` loses the line in the middle of changes or sources; `refuse-message` and `wrong-bytes` concern
 * the sources of one message; `folder-trouble` one folder's changes; `lost-watch` ends a watch with an error.
 */
export type FaultKind =
  | 'offline'
  | 'auth'
  | 'busy'
  | 'slow'
  | 'drop-mid-batch'
  | 'refuse-message'
  | 'wrong-bytes'
  | 'folder-trouble'
  | 'lost-watch';

export type Fault = {
  kind: FaultKind;
  /** How often it strikes; without it, until the faults are cleared. */
  times?: number;
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
  take(kind: FaultKind, place?: { folder: string; uid?: number }): Fault | undefined;
};

export function noFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    clear: () => void (faults = []),
    take(kind, place) {
      const fault = faults.find((each) => each.kind === kind && strikes(each, place));
      if (fault?.times !== undefined && --fault.times <= 0) faults = faults.filter((each) => each !== fault);
      return fault;
    },
  };
}

function strikes(fault: Fault, place?: { folder: string; uid?: number }): boolean {
  if (fault.times !== undefined && fault.times <= 0) return false;
  if (fault.folder !== undefined && fault.folder !== place?.folder) return false;
  return fault.uid === undefined || fault.uid === place?.uid;
}
