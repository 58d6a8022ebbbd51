import type { Connection } from './connection.ts';
import type { ConnectionSlot } from './host-budget.ts';

/** A connection and its slot, which is released when the connection closes. */
export type PooledConnection = Connection & { slot: ConnectionSlot };
