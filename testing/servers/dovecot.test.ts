import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { dovecotMissing, startDovecot } from './dovecot.ts';
import { isListening } from './ports.ts';

const skip = dovecotMissing() ?? false;

test('Dovecot starts, contains seeded and delivered mail, and leaves nothing behind', { skip }, async () => {
  const server = await startDovecot();
  const user = server.users[0]?.user ?? '';
  assert.equal(server.seed(user, 'Archive/2026', [rawMessage('one'), { bytes: rawMessage('two'), flags: 'S' }]), 2);
  server.deliver(user, rawMessage('three'));
  const [greeting, ...answer] = await runDialog(server.imapPort, '127.0.0.1', [
    `a LOGIN ${user} ${server.users[0]?.password}`,
    'b STATUS Archive/2026 (MESSAGES UNSEEN)',
    'c STATUS INBOX (MESSAGES)',
    'd LOGOUT',
  ]);
  assert.match(greeting ?? '', /^\* OK .*STARTTLS/);
  assert.ok(answer.includes('* STATUS Archive/2026 (MESSAGES 2 UNSEEN 1)'), answer.join('\n'));
  assert.ok(answer.includes('* STATUS INBOX (MESSAGES 1)'), answer.join('\n'));
  await server.stop();
  assert.equal(await isListening(server.imapPort), false);
  assert.equal(existsSync(dirname(server.caFile)), false);
});

test('mail delivered by LMTP arrives in INBOX', { skip }, async (context) => {
  const server = await startDovecot();
  context.after(() => server.stop());
  if (!server.lmtpPort) return context.skip('dovecot-lmtpd is not installed.');
  const user = server.users[0]?.user ?? '';
  const lines = [
    'LHLO here',
    'MAIL FROM:<>',
    `RCPT TO:<${user}>`,
    'DATA',
    `${rawMessage('by LMTP').toString()}.`,
    'QUIT',
  ];
  const received = await runDialog(server.lmtpPort, '127.0.0.1', lines);
  assert.ok(
    received.some((line) => line.startsWith('250 2.0.0 <alice@example.test>')),
    received.join('\n'),
  );
});

test('passwords can be refused before TLS', { skip }, async (context) => {
  const server = await startDovecot({ isTlsRequired: true });
  context.after(() => server.stop());
  const { user, password } = server.users[0] ?? { user: '', password: '' };
  // Dovecot trusts a peer of its own address even without TLS, so use the other loopback address.
  const received = await runDialog(server.imapPort, '127.0.0.2', [`a LOGIN ${user} ${password}`, 'b LOGOUT']);
  assert.ok(
    received.some((line) => line.startsWith('a NO [PRIVACYREQUIRED]')),
    received.join('\n'),
  );
});

test('a server whose test was killed ends too', { skip }, async () => {
  const program = `
    const { startDovecot } = await import(${JSON.stringify(new URL('dovecot.ts', import.meta.url).href)});
    const { imapPort, caFile } = await startDovecot();
    console.log(imapPort, caFile);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child.stdout);
  const [port, caFile = ''] = line.split(' ');
  assert.ok(await isListening(Number(port)));
  child.kill('SIGKILL');
  await until('the server has ended', async () => !(await isListening(Number(port))));
  rmSync(dirname(caFile), { recursive: true, maxRetries: 20, retryDelay: 50 });
});

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  return '';
}

/** Sends every line after the answer to the previous one; returns all received lines. */
function runDialog(port: number, host: string, lines: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const received: string[] = [];
    const waiting = [...lines];
    const socket = connect(port, host);
    socket.setTimeout(waitLimitMs, () => socket.destroy(new Error(`No answer after: ${received.join(' | ')}`)));
    createInterface({ input: socket }).on('line', (line) => {
      received.push(line);
      const isLast = /^(\* OK \[CAPABILITY|[a-z] |\d{3} )/.test(line);
      const next = isLast && waiting.shift();
      if (next) socket.write(`${next}\r\n`);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(received));
  });
}

function rawMessage(subject: string): Buffer {
  return Buffer.from(`From: Ada <ada@engine.example>\r\nSubject: ${subject}\r\n\r\nAll is well.\r\n`);
}
