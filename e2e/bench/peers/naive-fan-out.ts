/**
 * A peer of the benchmark `fan-out`: ws alone, and each event serialized anew for each client. Sends its port to the parent
 * process, and for each number it receives announces that many events.
 */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { eventNumbered } from './fan-out-event.ts';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
let seq = 0;
process.on('message', (count: number) => {
  for (let number = 1; number <= count; number++) {
    const event = { ...eventNumbered(number), seq: ++seq, ts: new Date().toISOString() };
    for (const client of server.clients) client.send(JSON.stringify(event));
  }
});
process.on('disconnect', () => process.exit());
server.on('listening', () => process.send?.((server.address() as AddressInfo).port));
