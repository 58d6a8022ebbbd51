import type { Log } from '../daemon/base/log.ts';

/** Writes errors that nothing handles into the log. Returns a function that ends this. */
export function reportErrors(log: Log): () => void {
  const report = (thrown: unknown) => log.fatal({ err: thrown }, 'the main process failed with an unexpected error');
  const reportRejection = (thrown: unknown) =>
    log.error({ err: thrown }, 'something in the main process failed and nothing handled it');
  // A terminal that was closed must not end the app.
  const ignoreClosed = (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EPIPE' && thrown.code !== 'EIO') report(thrown);
  };
  process.on('uncaughtExceptionMonitor', report);
  process.on('unhandledRejection', reportRejection);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosed);
  return () => {
    process.off('uncaughtExceptionMonitor', report);
    process.off('unhandledRejection', reportRejection);
    for (const stream of [process.stdout, process.stderr]) stream.off('error', ignoreClosed);
  };
}
