import { createConnection } from 'node:net';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { connectTo } from '../client.ts';
import { instancePaths, notRunning } from './address.ts';
import type { AddCommand, CommandContext } from './context.ts';

/** `posthorn pipe`: the local socket on standard input and output, for `cmd://ssh host posthorn pipe`. */
export const addPipe: AddCommand = (program, run) => {
  program
    .command('pipe')
    .summary('Connect standard input and output with Posthorn')
    .description(
      'Passes what arrives on standard input to the running Posthorn, and its replies back. So --daemon "cmd://ssh host posthorn pipe" works over any command.',
    )
    .action(run(pipe));
};

async function pipe({ io }: CommandContext): Promise<void> {
  for (const { socketPath } of instancePaths(io)) {
    // Checks that the socket is the user's own.
    const client = await connectTo(socketPath, { timeoutMs: 0 });
    if (!client) continue;
    client.close();
    const socket = createConnection(socketPath);
    await once(socket, 'connect');
    await Promise.all([pipeline(process.stdin, socket), pipeline(socket, process.stdout, { end: false })]);
    return;
  }
  throw notRunning();
}
