import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mail, type Reply, type TestDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

/** The only caller that may have local files read. */
export const commandLine = { origin: 'cli' } as const;

/** The nth of a series of distinct messages. */
export const testMessage = (n: number, fields: Partial<Parameters<typeof mail>[0]> = {}) =>
  mail({
    from: 'Bea <bea@example.test>',
    subject: `Letter ${n}`,
    text: `Text ${n}`,
    id: `letter-${n}@example.test`,
    ...fields,
  });

/** Creates a folder with these files, and returns its path. */
export function writeMailFiles(files: Record<string, string | Buffer>): string {
  const root = join(testFolder(), 'mail');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** A mailbox file with these messages. */
export const mboxFile = (messages: readonly Buffer[]) =>
  Buffer.concat(
    messages.flatMap((bytes) => [Buffer.from('From - Tue Mar 10 07:00:00 2026\r\n'), bytes, Buffer.from('\r\n')]),
  );

/** Starts an import and waits until it has ended. */
export async function importAndWait(daemon: TestDaemon, path: string, folder?: string): Promise<Reply<'import.get'>> {
  const { job_id } = await daemon.ask('import.start', { path, folder }, commandLine);
  return waitForImport(daemon, job_id);
}

/** Waits until the import of that job has ended, and returns its result. */
export async function waitForImport(daemon: TestDaemon, job_id: string): Promise<Reply<'import.get'>> {
  for (let count = 1; ; count++) {
    const { operation_id } = await Promise.race([
      daemon.events.until('OperationCompleted', count),
      daemon.events.until('OperationFailed', count),
    ]);
    const state = await daemon.ask('import.get', { job_id }, commandLine);
    if (state.status !== 'running') return state;
    assert.notEqual(operation_id, job_id);
  }
}
