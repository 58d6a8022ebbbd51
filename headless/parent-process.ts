/**
 * Resolves when the process that started this one with a channel has ended, in any way; never without a channel. A daemon
 * that nobody can stop any more would hold the lock and the port.
 */
export function parentEnded(): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return;
    if (process.connected) process.once('disconnect', resolve);
    else resolve();
  });
}

/** How often a process without a channel checks for its parent, in milliseconds. */
const checkIntervalMs = 1_000;

/**
 * As `parentEnded`, for a process without a channel: another process becomes its parent then. The parent is the one at the
 * time of the call, so a program calls it first. Not on Windows.
 */
export function parentChanged(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, checkIntervalMs);
    timer.unref();
  });
}
