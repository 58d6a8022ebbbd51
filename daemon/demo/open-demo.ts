import type { Clock } from '../base/clock.ts';
import type { OpenScriptServer } from '../providers/open-script-server.ts';
import { createFakeScriptServer, type FakeScriptServer } from '../providers/fake/script-server.ts';
import { demoConfig, demoOpener } from './demo-config.ts';
import { createDemoFetch } from './demo-fetch.ts';
import { createDemoMailTransport } from './demo-mail-transport.ts';

/** What a demo with `count` messages has in place of the user's configuration, mail servers and web. */
export function openDemo(count: number, clock: Clock) {
  const { addMailbox, openSender } = createDemoMailTransport(count);
  return {
    configOf: (own: Parameters<typeof demoConfig>[0]) => demoConfig(own, count),
    options: {
      openProvider: demoOpener(count, clock, addMailbox),
      openSender,
      openScriptServer: demoScriptServers(),
      fetch: createDemoFetch(),
    },
  };
}

/** Each account has a server for filters in memory, which stores them and runs none. */
function demoScriptServers(): OpenScriptServer {
  const servers = new Map<string, FakeScriptServer>();
  return ({ email }) => {
    const server = servers.get(email) ?? createFakeScriptServer();
    servers.set(email, server);
    return server.open();
  };
}
