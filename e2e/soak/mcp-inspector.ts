/**
 * `npm run soak -- mcp-inspector`: lists and calls tools of a demo with the command line of the inspector of the Model
 * Context Protocol, over HTTP and over standard input and output. It is installed into a temporary folder, from the network.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../daemon/test-folder.ts';
import { toolDaemon } from '../tool-server/tool-daemon.ts';

const inspector = '@modelcontextprotocol/inspector@2.12.0';
const folder = testFolder();
const closing: (() => unknown)[] = [];
try {
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', inspector], { stdio: 'inherit' });
  const { url, socketPath, token } = await toolDaemon({ after: (close: () => unknown) => void closing.push(close) });
  const secret = await token();
  const targets = {
    http: [url, '--transport', 'http', '--header', `Authorization: Bearer ${secret}`],
    stdio: [
      '-e',
      `SVC_SOCKET_PATH=${socketPath}`,
      '-e',
      'SVC_INSTANCE=posthorn-test',
      '-e',
      `SVC_MCP_TOKEN=${secret}`,
      process.execPath,
      join(import.meta.dirname, '../../daemon/fronts/cli.ts'),
      'mcp',
    ],
  };
  for (const [name, target] of Object.entries(targets)) {
    // It complains about schemas that some clients refuse.
    const listed = await inspect(target, '--strict', '--method', 'tools/list');
    assert.ok((listed as { tools: object[] }).tools.length >= 20, name);
    const called = await inspect(target, '--method', 'tools/call', '--tool-name', 'mail_status');
    assert.ok('structuredContent' in called, name);
    console.log(`${name}: the inspector lists the tools and calls one`);
  }
} finally {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
}

/** The daemon answers in this process, so the program must not block it. */
async function inspect(target: readonly string[], ...method: string[]): Promise<object> {
  const program = join(folder, 'node_modules', '.bin', 'mcp-inspector');
  const child = spawn(program, ['--cli', ...target, ...method], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 0, output);
  return JSON.parse(output.slice(output.indexOf('{'))) as object;
}
