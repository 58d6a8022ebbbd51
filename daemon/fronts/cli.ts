/** The entry of the command line: `posthorn …` after the check of the Node version. */
import { processIo } from './commands/io.ts';
import { runCommandLine } from './commands/program.ts';

void main();

async function main(): Promise<never> {
  const code = await runCommandLine(process.argv.slice(2), processIo());
  await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit(code);
}

/** On some systems a pipe is written later: an exit before that would cut the output. */
async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => resolve());
  });
}
