/**
 * The clients of the benchmark `fan-out`. Connects to the address in its arguments, reports that, and then sends `done`
 * each time all clients have read that many more events.
 */
import { once } from 'node:events';
import { WebSocket, type RawData } from 'ws';

export type FanOutClients = { port: number; clients: number; protocols: string[]; events: number };

process.once('message', (crowd: FanOutClients) => void connect(crowd));
process.on('disconnect', () => process.exit());

async function connect({ port, clients, protocols, events }: FanOutClients): Promise<void> {
  let remaining = clients * events;
  const receive = (frame: RawData) => {
    // A frame is an event, or an array of them.
    const received = [JSON.parse((frame as Buffer).toString())].flat() as { event: string }[];
    if (received.some(({ event }) => event === 'EventsLagged'))
      throw new Error('A client did not keep up: take fewer events.');
    remaining -= received.length;
    if (remaining > 0) return;
    remaining = clients * events;
    process.send?.('done');
  };
  for (let number = 0; number < clients; number++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, protocols);
    socket.on('message', receive);
    await once(socket, 'open');
  }
  process.send?.('connected');
}
