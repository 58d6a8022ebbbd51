import type { UtilityMessage, UtilityCommand, UtilityRequest, UtilityRequests } from './utility-protocol.ts';
import type { SendUtilityRequest } from '../shell/shell-port.ts';

type UtilityRpc = {
  request: SendUtilityRequest;
  /** Handles an answer of the utility process, and ignores other messages. */
  receive(message: UtilityMessage): void;
  /** Rejects all open questions: the process has ended. */
  rejectAll(reason: string): void;
};

type PendingRequest = { resolve: (value: never) => void; reject: (reason: Error) => void };

/** Milliseconds in which an answer must come. */
const defaultTimeoutMs = 30_000;

/** Work that reports its progress, and ends with the process at the latest. */
const withoutTimeout: readonly string[] = ['repair', 'import_files'] satisfies (keyof UtilityRequests)[];

/** Sends questions to the utility process, each answered once. `tell` throws if it does not run. */
export function createUtilityRpc(
  send: (command: UtilityCommand) => void,
  timeoutMs: number = defaultTimeoutMs,
): UtilityRpc {
  const pendingById = new Map<number, PendingRequest>();
  let lastId = 0;
  const takePending = (id: number): PendingRequest | undefined => {
    const pending = pendingById.get(id);
    pendingById.delete(id);
    return pending;
  };
  return {
    request: (name, input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const onTimeout = () => takePending(id)?.reject(new Error('Posthorn did not answer in time. Try again.'));
        const timeout = withoutTimeout.includes(name) ? undefined : setTimeout(onTimeout, timeoutMs);
        const settle =
          <Value>(callback: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timeout);
            callback(value);
          };
        pendingById.set(id, { resolve: settle(resolve), reject: settle(reject) });
        try {
          send({ kind: 'request', id, request: { name, input } as UtilityRequest });
        } catch (thrown) {
          takePending(id)?.reject(thrown as Error);
        }
      }),
    receive(message) {
      if (message.kind === 'reply') takePending(message.id)?.resolve(message.value as never);
      if (message.kind === 'error')
        takePending(message.id)?.reject(Object.assign(new Error(message.message), { code: message.code }));
    },
    rejectAll(reason) {
      for (const id of pendingById.keys()) takePending(id)?.reject(new Error(reason));
    },
  };
}
