import { endAtOnce, hostWorker } from '../base/host-worker.ts';
import type { HostCommand } from '../base/worker-process.ts';

// The program of a worker that has a Node process of its own. The system closes the channel when the daemon ends in any way.
process.on('disconnect', endAtOnce);

hostWorker({
  listen: (onCommand) => void process.on('message', (command) => onCommand(command as HostCommand)),
  send: (message) =>
    void process.send?.(message, undefined, undefined, () => {
      if ('exit' in message) process.exit(message.exit);
    }),
});
