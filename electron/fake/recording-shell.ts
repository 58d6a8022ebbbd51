import type { DesktopStatus, DesktopNotification } from '../../daemon/notifications/desktop.ts';
import type { UpdatePolicy } from '../updates/update-policy.ts';
import type { PageState, ProcessState, RepairProgress, Shell, ShellDeps } from '../shell/shell-port.ts';

/** A shell that records its calls, and its options, for tests of the code behind it. */
export type RecordedShell = {
  deps: ShellDeps;
  processes: ProcessState[];
  pages: PageState[];
  repairing: (RepairProgress | undefined)[];
  policies: UpdatePolicy[];
  statuses: DesktopStatus[];
  notifications: DesktopNotification[];
  withdrawn: string[];
  opened: (string | undefined)[];
  openedFiles: (readonly string[])[];
  attachedFiles: (readonly string[])[];
  isClosed: boolean;
  /** Resolves as soon as the process is in that state, for the nth time if a number is given. */
  untilProcessState(state: ProcessState['state'], times?: number): Promise<ProcessState>;
  /** Resolves as soon as that many pages have been reported. */
  untilPages(count: number): Promise<PageState>;
  untilWithdrawn(id: string): Promise<void>;
};

/** A shell that shows nothing and records its calls. */
export function recordingShell(): { openShell(deps: ShellDeps): Shell; recording: () => RecordedShell } {
  let recorded: RecordedShell | undefined;
  const waiters = new Set<() => void>();
  const runWaiters = () => [...waiters].forEach((each) => each());
  const eventually = <Value>(find: () => Value | undefined): Promise<Value> =>
    new Promise((resolve) => {
      const again = () => {
        const found = find();
        if (found === undefined) return;
        waiters.delete(again);
        resolve(found);
      };
      waiters.add(again);
      again();
    });
  const recording = () => {
    if (!recorded) throw new Error('no shell was opened');
    return recorded;
  };
  const openShell = (deps: ShellDeps): Shell => {
    const own: RecordedShell = {
      deps,
      processes: [],
      pages: [],
      repairing: [],
      policies: [],
      statuses: [],
      notifications: [],
      withdrawn: [],
      opened: [],
      openedFiles: [],
      attachedFiles: [],
      isClosed: false,
      untilProcessState: (state, times = 1) =>
        eventually(() => own.processes.filter((each) => each.state === state)[times - 1]),
      untilPages: (count) => eventually(() => own.pages[count - 1]),
      untilWithdrawn: (id) => eventually(() => (own.withdrawn.includes(id) ? true : undefined)).then(() => undefined),
    };
    recorded = own;
    const recordInto =
      <Value>(list: Value[]) =>
      (value: Value) => {
        list.push(value);
        runWaiters();
      };
    return {
      setProcessState: recordInto(own.processes),
      setPage: recordInto(own.pages),
      setRepairing: recordInto(own.repairing),
      setStatus: recordInto(own.statuses),
      setUpdatePolicy: recordInto(own.policies),
      showNotification: recordInto(own.notifications),
      withdrawNotifications(ids) {
        own.withdrawn.push(...ids);
        runWaiters();
      },
      open: recordInto(own.opened),
      openFiles: recordInto(own.openedFiles),
      attachFiles: recordInto(own.attachedFiles),
      close: () => void (own.isClosed = true),
    };
  };
  return { openShell, recording };
}
