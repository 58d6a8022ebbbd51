import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** Delivers a message to a server on 127.0.0.1 as a mail transport would (LMTP, RFC 2033). Resolves when it is accepted. */
export async function deliverOverLmtp(
  port: number,
  { to, bytes, from = 'sender@example.test' }: { to: string; bytes: Uint8Array; from?: string },
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const expect = async (code: string): Promise<void> => {
    for (;;) {
      const { value = '', done } = await lines.next();
      if (done || !value.startsWith(code)) throw new Error(`LMTP answered ${value || 'nothing'} instead of ${code}.`);
      if (value[3] !== '-') return;
    }
  };
  const send = async (line: string, code: string): Promise<void> => {
    socket.write(`${line}\r\n`);
    await expect(code);
  };
  try {
    await expect('220');
    await send('LHLO localhost', '250');
    await send(`MAIL FROM:<${from}>`, '250');
    await send(`RCPT TO:<${to}>`, '250');
    await send('DATA', '354');
    // A line that begins with a dot gets a second dot (RFC 5321, section 4.5.2).
    const text = Buffer.from(bytes).toString('latin1').replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..');
    socket.write(Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1'));
    await send('.', '250');
    await send('QUIT', '221');
  } finally {
    socket.destroy();
  }
}
