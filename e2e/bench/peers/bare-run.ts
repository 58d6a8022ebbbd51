import { join } from 'node:path';
import { storeFiles } from '../../../daemon/store/open.ts';
import type { Home } from '../../daemon-process.ts';
import { connectionTo } from '../posthorn/http.ts';
import { firstPage } from '../posthorn/queries.ts';
import { restMemoryBytes } from '../report/memory.ts';
import { startBareProcess, type BareProcess } from './bare-process.ts';

const bareListen = `
  const server = require('node:http').createServer((request, response) => response.end('here'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Starts express and better-sqlite3 alone on the databases of `home`. */
export function startBareMailbox({ dataDir }: Home, token: string): Promise<BareProcess> {
  const { mail, index } = storeFiles(dataDir);
  return startBareProcess([join(import.meta.dirname, 'bare-mailbox.ts'), mail, index, token]);
}

/** Milliseconds from the spawn of a Node that only listens until it has answered a request. */
export async function bareListenRun(): Promise<number> {
  const began = performance.now();
  const bare = await startBareProcess(['--eval', bareListen]);
  const answer = await fetch(`http://127.0.0.1:${bare.port}/`);
  await answer.text();
  const milliseconds = performance.now() - began;
  await bare.kill();
  return milliseconds;
}

/** The memory of the bare mailbox after it has answered with a page, in bytes. */
export async function bareMailboxBytes(home: Home): Promise<number> {
  const token = 'a token of the benchmark alone';
  const bare = await startBareMailbox(home, token);
  const connection = connectionTo({ port: bare.port, token });
  await connection.ask(firstPage.path, firstPage.fields);
  connection.close();
  const bytes = await restMemoryBytes(bare.pid);
  await bare.kill();
  return bytes;
}
