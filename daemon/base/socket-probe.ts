import { createConnection } from 'node:net';

/** Whether a socket path is a named pipe of Windows, which lies in no folder. */
export function isPipe(path: string): boolean {
  return path.startsWith('\\\\');
}

/** Whether somebody answers on a local socket. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}
