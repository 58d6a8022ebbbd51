import { instantOf, type Clock } from '../../base/clock.ts';
import type { Handlers } from '../../handler-types.ts';
import { placeholdersIn } from '../../mail/drafts/snippets.ts';
import type { snippetsRequests } from './contract.ts';
import { allSnippets, removeSnippet, saveSnippet } from './store.ts';

type SnippetsDeps = { clock: Clock };

export function snippetsHandlers({ clock }: SnippetsDeps): Handlers<typeof snippetsRequests> {
  return {
    list: (_input, { db }) => ({ kind: 'Snippets', snippets: allSnippets(db) }),
    save({ name, body, vars: named }, { db }) {
      const vars = named.length > 0 ? [...new Set(named)] : placeholdersIn(body).slice(0, 100);
      return { kind: 'SnippetData', snippet: saveSnippet(db, { name, body, vars, now: instantOf(clock.now()) }) };
    },
    remove({ name }, { db }) {
      removeSnippet(db, name);
      return { kind: 'Ack' };
    },
  };
}
