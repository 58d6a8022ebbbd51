import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { commandWords } from './address.ts';
import type { CommandContext } from './context.ts';

/**
 * Has the person edit a text in `[general].editor`, else in `$VISUAL` or `$EDITOR`, else in `usual`. Throws Failure
 * `editor_failed`, and then keeps the text and says where.
 */
export async function editText(context: CommandContext, text: string, usual = 'vi'): Promise<string> {
  const { env, cwd } = context.io;
  const editor = (await configuredEditor(context)) || env['VISUAL'] || env['EDITOR'] || usual;
  const [program = 'vi', ...words] = commandWords(editor);
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-message-'));
  const file = join(folder, 'message.md');
  writeFileSync(file, text, { mode: 0o600 });
  const child = spawn(program, [...words, file], { cwd, env: { ...env }, stdio: 'inherit' });
  const problem = await new Promise<string | undefined>((resolve) => {
    child.once('error', (failed) => resolve(systemReason(failed)));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? undefined : `it ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  if (problem !== undefined) {
    const sentence = `The editor “${editor}” failed: ${problem}. Your text is in ${file}.`;
    throw new Failure('unavailable', 'editor_failed', sentence);
  }
  const edited = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return edited;
}

async function configuredEditor({ ask }: CommandContext): Promise<string | undefined> {
  const { values, explicit } = await ask('settings.get', {});
  const { general } = values as { general?: { editor?: string } };
  return explicit.includes('general.editor') ? general?.editor : undefined;
}
