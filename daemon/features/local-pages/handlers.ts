import type { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import { isLoopbackOrigin } from '../../config/schema/text-rules.ts';
import type { Handlers } from '../../handler-types.ts';
import type { LocalPages } from '../../mail/callers/local-pages.ts';
import type { localPagesRequests } from './contract.ts';

type LocalPagesDeps = { config: LiveConfig; localPages: LocalPages };

type Reply = z.input<typeof localPagesRequests.list.output>;

export function localPagesHandlers(deps: LocalPagesDeps): Handlers<typeof localPagesRequests> {
  const { config, localPages } = deps;
  return {
    list: () => listOf(deps),
    decide({ origin: given, allow }) {
      const origin = given.toLowerCase();
      if (!isLoopbackOrigin(origin)) throw notLocal();
      const { allowed, denied } = decidedPages(config);
      writeDecisions(config, {
        allowed: allow ? [...without(allowed, origin), origin] : without(allowed, origin),
        denied: allow ? without(denied, origin) : [...without(denied, origin), origin],
      });
      localPages.settle(origin);
      return listOf(deps);
    },
    forget({ origin: given }) {
      const origin = given.toLowerCase();
      const { allowed, denied } = decidedPages(config);
      const isDecided = [...allowed, ...denied].some((page) => page.toLowerCase() === origin);
      if (isDecided) writeDecisions(config, { allowed: without(allowed, origin), denied: without(denied, origin) });
      const hasWaited = localPages.settle(origin);
      if (!isDecided && !hasWaited)
        throw new Failure('missing', 'not_found', 'There’s no decision about this page, and it isn’t waiting for one.');
      return listOf(deps);
    },
  };
}

function listOf({ config, localPages }: LocalPagesDeps): Reply {
  const { allowed, denied } = decidedPages(config);
  return {
    local_pages: [
      ...localPages.waiting().map((page) => ({ ...page, state: 'waiting' as const })),
      ...allowed.map((origin) => ({ origin, state: 'allowed' as const, asked_at: null })),
      ...denied.map((origin) => ({ origin, state: 'denied' as const, asked_at: null })),
    ],
  };
}

type Decisions = { allowed: readonly string[]; denied: readonly string[] };

function decidedPages({ current: { bridge } }: LiveConfig): Decisions {
  return { allowed: bridge.allowed_local_pages, denied: bridge.denied_local_pages };
}

function without(pages: readonly string[], origin: string): string[] {
  return pages.filter((page) => page.toLowerCase() !== origin);
}

/** Both keys change in one step. A list that becomes empty is removed from the file. */
function writeDecisions(config: LiveConfig, { allowed, denied }: Decisions): void {
  const edit = (key: string, pages: readonly string[]) => ({
    set: ['bridge', key],
    value: pages.length > 0 ? pages : undefined,
  });
  config.edit([edit('allowed_local_pages', allowed), edit('denied_local_pages', denied)]);
}

function notLocal(): Failure {
  const message = 'You can only decide about pages on this computer, such as http://localhost:5173.';
  return new Failure('invalid', 'not_local', message);
}
