import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Event } from '../../daemon/contract/events.ts';

/** Connects with a token, and keeps the received events. */
export async function openEventClient(port: number, token: string, since?: number) {
  const query = since === undefined ? '' : `?since=${since}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events${query}`, ['bearer', token]);
  const received: Event[] = [];
  socket.on('message', (frame: Buffer) => received.push(JSON.parse(frame.toString()) as Event));
  await once(socket, 'open');
  return {
    socket,
    received,
    async until(holds: (event: Event) => boolean) {
      while (!received.some(holds)) await once(socket, 'message');
    },
  };
}
