import type { Clock } from '../base/clock.ts';
import type { OpenProvider } from '../providers/open-provider.ts';
import type { OpenSender } from '../providers/open-sender.ts';
import type { OpenScriptServer } from '../providers/open-script-server.ts';
import { createFakeScriptServer, type FakeScriptServer } from '../providers/fake/script-server.ts';
import { demoAccounts } from './accounts.ts';
import { createDemoClock } from './demo-clock.ts';
import { demoConfig, demoOpener } from './demo-config.ts';
import { createDemoFaults, type DemoFaults } from './demo-faults.ts';
import { createDemoFetch } from './demo-fetch.ts';
import { createDemoMailTransport } from './demo-mail-transport.ts';

type DemoOptions = {
  /** Whether scripted mail arrives after the first sync, as Now and the other queues show new mail only. */
  hasArrivals?: boolean;
  systemClock?: Clock;
};

/**
 * What a demo with `count` messages has in place of the user's configuration, mail servers, web and clock. Its user moves
 * the clock forward and makes the servers fail through `demoControls`.
 */
export function openDemo(count: number, { hasArrivals = false, systemClock }: DemoOptions = {}) {
  const clock = createDemoClock(systemClock);
  const { addMailbox, openSender } = createDemoMailTransport(count);
  const faults = createDemoFaults((email) => demoAccounts(count).find((account) => account.email === email)?.key);
  return {
    configOf: (own: Parameters<typeof demoConfig>[0]) => demoConfig(own, count),
    options: {
      clock,
      openProvider: failingProviders(demoOpener(count, { clock, hasArrivals, onMailbox: addMailbox }), faults),
      openSender: failingSenders(openSender, faults),
      openScriptServer: demoScriptServers(faults),
      fetch: createDemoFetch(),
      demoControls: { clock, faults },
    },
  };
}

function failingProviders(open: OpenProvider, faults: DemoFaults): OpenProvider {
  return async (key, account) => faults.failingProvider(key, account.email, await open(key, account));
}

function failingSenders(open: OpenSender, faults: DemoFaults): OpenSender {
  return async (key, account) => faults.failingSender(key, account.email, await open(key, account));
}

/** Each account has a server for filters in memory, which stores them and runs none. */
function demoScriptServers(faults: DemoFaults): OpenScriptServer {
  const servers = new Map<string, FakeScriptServer>();
  return ({ email }) =>
    faults.openScripts(email, async () => {
      const server = servers.get(email) ?? createFakeScriptServer();
      servers.set(email, server);
      return server.open();
    });
}
