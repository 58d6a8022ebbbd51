import type { DeskStatus, Notice } from '../../daemon/desk/desk.ts';
import type { PageState, ProcessState, Shell, ShellParts } from '../shell-port.ts';

/** What a shell was told, and what it may do, for tests of what runs behind it. */
export type RecordedShell = {
  parts: ShellParts;
  processes: ProcessState[];
  pages: PageState[];
  statuses: DeskStatus[];
  notices: Notice[];
  withdrawn: string[];
  opened: (string | undefined)[];
  isClosed: boolean;
  /** Resolves as soon as the process is in that state, for the nth time where a number is given. */
  until(state: ProcessState['state'], times?: number): Promise<ProcessState>;
  /** Resolves as soon as that many pages have been told. */
  untilPages(count: number): Promise<PageState>;
  untilWithdrawn(id: string): Promise<void>;
};

/** A shell that shows nothing and keeps what it was told. */
export function recordingShell(): { openShell(parts: ShellParts): Shell; told: () => RecordedShell } {
  let recorded: RecordedShell | undefined;
  const looks = new Set<() => void>();
  const look = () => [...looks].forEach((each) => each());
  const eventually = <Value>(find: () => Value | undefined): Promise<Value> =>
    new Promise((resolve) => {
      const again = () => {
        const found = find();
        if (found === undefined) return;
        looks.delete(again);
        resolve(found);
      };
      looks.add(again);
      again();
    });
  const told = () => {
    if (!recorded) throw new Error('no shell was opened');
    return recorded;
  };
  const openShell = (parts: ShellParts): Shell => {
    const own: RecordedShell = {
      parts,
      processes: [],
      pages: [],
      statuses: [],
      notices: [],
      withdrawn: [],
      opened: [],
      isClosed: false,
      until: (state, times = 1) => eventually(() => own.processes.filter((each) => each.state === state)[times - 1]),
      untilPages: (count) => eventually(() => own.pages[count - 1]),
      untilWithdrawn: (id) => eventually(() => (own.withdrawn.includes(id) ? true : undefined)).then(() => undefined),
    };
    recorded = own;
    const keep =
      <Value>(list: Value[]) =>
      (value: Value) => {
        list.push(value);
        look();
      };
    return {
      process: keep(own.processes),
      page: keep(own.pages),
      status: keep(own.statuses),
      show: keep(own.notices),
      withdraw(ids) {
        own.withdrawn.push(...ids);
        look();
      },
      open: keep(own.opened),
      close: () => void (own.isClosed = true),
    };
  };
  return { openShell, told };
}
