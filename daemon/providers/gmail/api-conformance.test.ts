import type { ScriptedFault } from '../../../testing/servers/gmail/fault-script.ts';
import { providerConformance, type Harness } from '../conformance.ts';
import type { Fault } from '../fake/faults.ts';
import type { Provider } from '../provider.ts';
import { openTestGmail } from './test-gmail-mailbox.ts';

providerConformance('gmail through the API alone', openHarness, {
  many: 120,
  faults: ['offline', 'auth', 'busy', 'slow', 'drop-mid-batch'],
});

async function openHarness(): Promise<Harness> {
  const { server, clock, provider, mailbox, close } = await openTestGmail();
  await server.call('POST', '/labels', { name: 'Archive' });
  return {
    provider: withoutAllMail(provider),
    deliver: mailbox.deliver,
    setFlags: (_, uid, flags) => mailbox.setFlags(uid, flags),
    expunge: async (folder, uid) => void (await mailbox.removeLabel(uid, folder)),
    move: async (folder, uids, to) => mailbox.move(uids, folder, to),
    faults: {
      inject: async (fault) => server.faults.add(scriptOf(fault)),
      async clear() {
        server.faults.clear();
        // The pause that the server asked for ends.
        clock.pass(2 * 60_000);
      },
    },
    close,
  };
}

/** All mail is in this folder too, which the suite does not expect. */
function withoutAllMail(provider: Provider): Provider {
  const hidden = ['[Gmail]/All Mail', '[Gmail]/Important'];
  const isShown = ({ folder }: { folder: string }) => !hidden.includes(folder);
  return {
    ...provider,
    folders: async (signal) => (await provider.folders(signal)).filter(({ path }) => !hidden.includes(path)),
    async *changes(...request) {
      for await (const batch of provider.changes(...request))
        yield {
          ...batch,
          arrivals: batch.arrivals.filter(isShown),
          flags: batch.flags.filter(isShown),
          removed: batch.removed.filter(isShown),
        };
    },
  };
}

function scriptOf({ kind, times }: Fault): ScriptedFault {
  const common = { on: '', ...(times !== undefined && { times }) };
  switch (kind) {
    case 'offline':
      return { ...common, do: 'drop-early' };
    case 'auth':
      return { ...common, do: 'respond', status: 401 };
    case 'busy':
      return { ...common, do: 'respond', status: 429, reason: 'rateLimitExceeded' };
    case 'slow':
      return { ...common, do: 'delay' };
    case 'drop-mid-batch':
      return { ...common, on: /^GET \/(history|messages\/:id raw)/, do: 'cut' };
    default:
      throw new Error(`This server cannot produce the fault ${kind}.`);
  }
}
