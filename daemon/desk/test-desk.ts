import type { Desk, DeskStatus, Notice } from './desk.ts';

/** A desktop that remembers what it was told, and lets a test wait for it. */
export function recordingDesk() {
  const shown: Notice[] = [];
  const withdrawn: string[] = [];
  const statuses: DeskStatus[] = [];
  const waiting = new Set<() => void>();
  const changed = () => waiting.forEach((look) => look());
  const desk: Desk = {
    play() {},
    show: (notice) => (shown.push(notice), changed()),
    withdraw: (ids) => (withdrawn.push(...ids), changed()),
    tell: (status) => (statuses.push(status), changed()),
  };
  return {
    desk,
    shown,
    withdrawn,
    statuses,
    /** Resolves as soon as it holds, which is asked again after each word. */
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    /** The titles of what stands there now. */
    standing() {
      const notices = new Map(shown.map((notice) => [notice.id, notice.title]));
      for (const id of withdrawn) notices.delete(id);
      return [...notices.values()];
    },
    forget() {
      for (const list of [shown, withdrawn, statuses]) list.length = 0;
    },
  };
}
