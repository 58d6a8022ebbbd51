import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Random } from '../../daemon/demo/random.ts';

/** A delivery that arrived. `isAccepted`: it was answered with 204, although the answer may not have been read. */
type Delivery = { id: string; seq: number; type: string; body: string; isAccepted: boolean };

export type WebhookReceiver = {
  url: string;
  /** All deliveries, repeated ones included, in order. */
  readonly deliveries: readonly Delivery[];
  stop(): Promise<void>;
};

/** A program that is sent events. Of twenty it refuses one, and breaks the connection of another after it has read it. */
export async function startWebhookReceiver(random: Random): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const read = async () => {
      const body = await text(request);
      const { seq, type } = JSON.parse(body) as Pick<Delivery, 'seq' | 'type'>;
      const fate = random.below(20);
      deliveries.push({ id: String(request.headers['webhook-id']), seq, type, body, isAccepted: fate > 1 });
      if (fate === 0) request.socket.destroy();
      else response.writeHead(fate === 1 ? 503 : 204).end();
    };
    // A killed daemon may have sent half of it.
    read().catch(() => request.socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    deliveries,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type RecordedEvent = { seq: number; kind: string };

/** A sentence for each event that did not arrive, or not in order, or under two ids. */
export function deliveryFaults(
  webhook_id: string,
  deliveries: readonly Delivery[],
  recorded: readonly RecordedEvent[],
): string[] {
  const faults: string[] = [];
  const accepted = new Set(deliveries.filter(({ isAccepted }) => isAccepted).map(({ seq }) => seq));
  const wanted = new Map(recorded.map(({ seq, kind }) => [seq, kind]));
  for (const { seq, kind } of recorded) if (!accepted.has(seq)) faults.push(`Event ${seq} (${kind}) did not arrive.`);
  const bodies = new Map<number, string>();
  let last = 0;
  for (const { id, seq, type, body } of deliveries) {
    if (id !== `${webhook_id}.${seq}`) faults.push(`Event ${seq} arrived under the id ${id}.`);
    if (wanted.get(seq) !== type) faults.push(`Event ${seq} arrived as ${type}, and is ${wanted.get(seq) ?? 'none'}.`);
    if (seq < last) faults.push(`Event ${seq} arrived after event ${last}.`);
    if ((bodies.get(seq) ?? body) !== body) faults.push(`Event ${seq} arrived with two contents.`);
    bodies.set(seq, body);
    last = Math.max(last, seq);
  }
  return faults;
}
