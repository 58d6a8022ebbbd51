import type { Desktop, DesktopStatus, DesktopNotification } from './desktop.ts';

/** A desktop that records all calls, and lets a test wait for a condition. */
export function recordingDesktop() {
  const shown: DesktopNotification[] = [];
  const withdrawn: string[] = [];
  const statuses: DesktopStatus[] = [];
  const waiting = new Set<() => void>();
  const runChecks = () => waiting.forEach((check) => check());
  const desktop: Desktop = {
    play() {},
    show: (notification) => (shown.push(notification), runChecks()),
    withdraw: (ids) => (withdrawn.push(...ids), runChecks()),
    setStatus: (status) => (statuses.push(status), runChecks()),
  };
  return {
    desktop,
    shown,
    withdrawn,
    statuses,
    /** Resolves as soon as the condition holds, which is checked after each call. */
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!holds()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    /** The titles of the notifications that are currently shown. */
    shownTitles() {
      const notifications = new Map(shown.map((notification) => [notification.id, notification.title]));
      for (const id of withdrawn) notifications.delete(id);
      return [...notifications.values()];
    },
    forget() {
      for (const list of [shown, withdrawn, statuses]) list.length = 0;
    },
  };
}
