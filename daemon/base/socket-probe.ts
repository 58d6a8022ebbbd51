import { createConnection } from 'node:net';

/** Whether a socket path is a Windows named pipe, which is not in a folder. */
export function isPipe(path: string): boolean {
  return path.startsWith('\\\\');
}

/** Whether a process answers on a local socket. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}
