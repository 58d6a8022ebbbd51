import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import type { RuleFiring } from '../../mail/rules/rule-firing.ts';
import { hasArrivals } from '../../mail/rules/queue.ts';
import type { WriteDb } from '../../store/db.ts';

type RuleLoopDeps = { mail: WriteDb; clock: Clock; firing: RuleFiring };

/** How soon rules are applied again after that failed, in milliseconds. */
const retryMs = 60_000;

/** Applies rules to mail that an earlier run, or a failure, has left waiting for them. */
export function ruleLoop({ mail, clock, firing }: RuleLoopDeps): Loop {
  return {
    name: 'rules',
    async run(signal) {
      while (!signal.aborted) {
        if (hasArrivals(mail)) await firing.fire();
        await clock.wait(retryMs, signal);
      }
      await firing.close();
    },
  };
}
