/**
 * A peer of the benchmark `fan-out`: ws alone, and each event written anew for each client. Says its port to whoever
 * forked it, and sends so many events for each number it is sent.
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
