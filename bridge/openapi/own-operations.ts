import { z } from 'zod';
import { addressOf } from '../../daemon/contract/define.ts';
import { eventFields } from '../../daemon/contract/events.ts';
import { count, instantOut, text } from '../../daemon/contract/fields.ts';
import { json, type Operation, type OperationContext } from './row-operation.ts';
import { ownRoutes } from '../own-routes.ts';

const event = z
  .union(
    Object.entries(eventFields).map(([kind, fields]) =>
      z
        .object({ event: z.literal(kind), seq: count, ts: instantOut, ...fields.shape })
        .meta({ id: `${kind}Event`, ...(fields.description !== undefined && { description: fields.description }) }),
    ),
  )
  .meta({ id: 'Event', description: 'The content of a text frame or of a server-sent event. `seq` always increases' });

const eventRules = `The token may be in the header Authorization, in the subprotocol (\`bearer, TOKEN\`) or in \`?token=\`. Each text
frame is one event. A client that also offers the subprotocol \`events.batch\` gets arrays of at most 100 instead. With
\`?since=SEQ\` events recorded after that event come first; \`EventsLagged\` reports events that are no longer recorded, or that
a client missed because it reads too slowly. Messages from the client are ignored.

A GET with \`Accept: text/event-stream\` gets the same events as server-sent events, each with its \`seq\` as id. The header
\`Last-Event-ID\`, which such clients send when they connect again, takes precedence over \`since\`. Before Posthorn ends the
answer, it sends an event of the type \`closed\` with the code and the reason.

The close code is 1001 if Posthorn stops, 1008 if the client lost the right to events (do not reconnect with this token),
1009 if a message of the client is larger than 16 KB, 1011 if Posthorn failed, and 4429 if the client neither reads nor answers
pings. After 1001, 1011 and 4429 reconnect with \`since\`.`;

const localToken = z.object({
  token: text('5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10'),
  source: z.literal('local-handshake'),
});

type OwnRouteName = keyof typeof ownRoutes;

/** The bridge's own addresses as operations of the document. */
export function ownOperations(context: OperationContext): { method: string; path: string; operation: Operation }[] {
  const members = ownOperationMembers(context);
  return Object.entries(ownRoutes).map(([name, { http, summary, open }]) => {
    const { method, path } = addressOf({ http });
    const { parameters = [], ...own } = members[name as OwnRouteName];
    const operation = {
      operationId: `bridge.${name}`,
      tags: ['bridge'],
      summary,
      'x-safety': 'read',
      ...(open && { security: [] }),
      parameters: [...(parameters as unknown[]), { $ref: '#/components/parameters/RequestId' }],
      ...own,
    };
    return { method, path, operation };
  });
}

function ownOperationMembers({ schemas, examples, errors }: OperationContext): Record<OwnRouteName, Operation> {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'X-Event-Seq': { $ref: '#/components/headers/EventSeq' },
  };
  const tokenSchema = schemas.output(localToken);
  const eventSchema = schemas.output(event);
  const common = [400, 403, 408, 414, 429, 431, 500];
  return {
    localToken: {
      responses: {
        200: { description: 'Done', headers, ...json(tokenSchema, examples.response(tokenSchema)) },
        ...errors.shared(...common, 404),
      },
    },
    openapi: {
      responses: {
        200: { description: 'Done', headers, ...json({ type: 'object' }, { openapi: '3.1.0' }) },
        ...errors.shared(...common, 401),
      },
    },
    docs: {
      responses: {
        200: { description: 'The page', headers, content: { 'text/html': { schema: { type: 'string' } } } },
        ...errors.shared(...common, 401),
        ...errors.withCodes(503, {
          viewer_not_built: 'This copy of Posthorn has no API viewer yet. Run "npm run build".',
        }),
      },
    },
    events: {
      description: eventRules,
      parameters: [
        {
          name: 'token',
          in: 'query',
          description: 'The bridge token, for clients that cannot send a header',
          schema: { type: 'string' },
          example: '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10',
        },
        {
          name: 'since',
          in: 'query',
          description: 'The `seq` of the last event seen. Events recorded after it are sent first',
          schema: { type: 'integer', minimum: 0 },
          example: 1200,
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'As `since`, sent by clients of server-sent events when they connect again',
          schema: { type: 'integer', minimum: 0 },
          example: 1200,
        },
      ],
      responses: {
        200: {
          description: 'Server-sent events. The data of each is one event',
          headers,
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        101: {
          description: 'A WebSocket. Each text frame is one event',
          ...json(eventSchema, examples.response(eventSchema)),
        },
        ...errors.shared(...common, 401, 426),
        ...errors.withCodes(400, { invalid_since: 'since must be the seq of an event: a whole number.' }),
      },
    },
  };
}
