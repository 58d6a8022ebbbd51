import type { Clock } from '../base/clock.ts';
import { demoConfig, demoOpener } from './demo-config.ts';
import { createDemoFetch } from './demo-fetch.ts';
import { createDemoMailTransport } from './demo-mail-transport.ts';

/** What a demo with `count` messages has in place of the user's configuration, mail servers and web. */
export function openDemo(count: number, clock: Clock) {
  const { addMailbox, openSender } = createDemoMailTransport(count);
  return {
    configOf: (own: Parameters<typeof demoConfig>[0]) => demoConfig(own, count),
    options: { openProvider: demoOpener(count, clock, addMailbox), openSender, fetch: createDemoFetch() },
  };
}
