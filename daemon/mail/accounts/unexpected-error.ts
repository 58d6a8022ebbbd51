import { Failure } from '../../base/failure.ts';

/** What the user is told about an error that no server caused. Its text, stack and paths are for the log only. */
export function unexpectedErrorText(failed: unknown): string {
  if (failed instanceof Failure) return failed.message;
  const { code = '' } = failed instanceof Error ? (failed as Error & { code?: string }) : {};
  return code.startsWith('SQLITE_')
    ? 'Couldn’t store the mail. Posthorn retries automatically. The health check has details.'
    : 'An internal error occurred. Posthorn retries automatically. The log has details.';
}
