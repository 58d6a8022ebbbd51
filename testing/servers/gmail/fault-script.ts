/**
 * What happens to requests whose name begins with `on`: an error response, a connection that ends before the request is read
 * (`drop-early`), before it has an effect (`drop`), after it (`drop-late`) or in the middle of the response (`cut`), or no response
 * (`delay`).
 */
export type ScriptedFault = {
  on: string | RegExp;
  /** The number of matching requests that pass before. */
  after?: number;
  /** How often it happens; without it, until `clear`. */
  times?: number;
} & (
  | { do: 'drop' | 'drop-early' | 'drop-late' | 'cut' | 'delay' }
  | { do: 'respond'; status: number; reason?: string; text?: string; headers?: Record<string, string> }
);

export type FaultScript = {
  add(fault: ScriptedFault): void;
  clear(): void;
  /** The fault of a request. */
  take(name: string): ScriptedFault | undefined;
};

export function createFaultScript(): FaultScript {
  let faults: ScriptedFault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    clear: () => void (faults = []),
    take(name) {
      for (const fault of faults) {
        const isMatch = typeof fault.on === 'string' ? name.startsWith(fault.on) : fault.on.test(name);
        if (!isMatch) continue;
        if (fault.after !== undefined && fault.after > 0) {
          fault.after--;
          continue;
        }
        if (fault.times !== undefined && fault.times-- <= 0) continue;
        return fault;
      }
      return undefined;
    },
  };
}
