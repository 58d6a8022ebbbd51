import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { z } from 'zod';
import { Failure } from '../../daemon/base/failure.ts';
import { systemReason } from '../../daemon/base/system-reason.ts';
import type { Contract } from '../../daemon/contract.ts';
import type { Headless } from '../../headless/start.ts';

type Compose = Contract['compose'];
type Output<Name extends keyof Compose> = z.output<Compose[Name]['output']>;

const caller = { origin: 'human' } as const;

/**
 * Begins a message with these files of the computer attached, and returns the path of its session. Rejects with a Failure if one
 * cannot be attached; then nothing is begun.
 */
export async function attachFiles(
  { dispatch }: Pick<Headless, 'dispatch'>,
  paths: readonly string[],
): Promise<{ draft_path: string }> {
  for (const path of paths) requireFile(path);
  const { session } = (await dispatch('compose.open', { kind: 'new' }, caller)) as Output<'open'>;
  const { draftPath: draft_path, frontmatter, bodyMarkdown: body } = session;
  try {
    const attach = [...frontmatter.attach];
    for (const path of paths) {
      const upload = { draft_path, filename: basename(path), content: createReadStream(path) };
      attach.push(((await dispatch('compose.upload', upload, caller)) as Output<'upload'>).path);
    }
    const { to, cc, bcc, subject, from } = frontmatter;
    await dispatch('compose.update', { draft_path, to, cc, bcc, subject, from, body, attach }, caller);
    return { draft_path };
  } catch (thrown) {
    await dispatch('compose.discard', { draft_path }, caller);
    throw thrown;
  }
}

function requireFile(path: string): void {
  try {
    if (statSync(path).isFile()) return;
  } catch (cause) {
    throw new Failure('invalid', 'not_a_file', `“${basename(path)}” can’t be attached: ${systemReason(cause)}.`, {
      cause,
    });
  }
  const message = `“${basename(path)}” is a folder, which can’t be attached. Compress it, or attach the files in it.`;
  throw new Failure('invalid', 'not_a_file', message);
}
