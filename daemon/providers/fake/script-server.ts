import { ProviderError } from '../provider.ts';
import type { ScriptSession } from '../script-server.ts';

export type FakeScriptServer = {
  open(): Promise<ScriptSession>;
  /** The scripts by name, as another program would see and change them. */
  scripts: Map<string, string>;
  active: string | undefined;
  extensions: Set<string>;
  /** Called before each change with the command, so that a test can interfere or throw. */
  onChange: (command: 'write' | 'activate' | 'remove', name: string | undefined) => void;
};

const usualExtensions = ['fileinto', 'vacation', 'include', 'imap4flags', 'date', 'relational', 'mailbox'];

/** A server for Sieve scripts in memory. It stores scripts and does not run them. */
export function createFakeScriptServer(): FakeScriptServer {
  const server: FakeScriptServer = {
    scripts: new Map(),
    active: undefined,
    extensions: new Set(usualExtensions),
    onChange: () => undefined,
    open: async () => sessionOf(server),
  };
  return server;
}

function sessionOf(server: FakeScriptServer): ScriptSession {
  const { scripts } = server;
  return {
    server: 'localhost:4190',
    extensions: server.extensions,
    list: async () => [...scripts.keys()].map((name) => ({ name, isActive: name === server.active })),
    read: async (name) => scripts.get(name),
    async check(script) {
      checkRequired(script, server.extensions);
    },
    async write(name, script) {
      server.onChange('write', name);
      checkRequired(script, server.extensions);
      scripts.set(name, script);
    },
    async activate(name) {
      server.onChange('activate', name);
      if (name !== undefined && !scripts.has(name)) throw new ProviderError('refused', `There is no script ${name}.`);
      server.active = name;
    },
    async remove(name) {
      server.onChange('remove', name);
      if (name === server.active) throw new ProviderError('refused', 'The active script cannot be deleted.');
      scripts.delete(name);
    },
    close: async () => undefined,
  };
}

function checkRequired(script: string, extensions: ReadonlySet<string>): void {
  const [, list = ''] = /^require \[(.*)\];\r?$/m.exec(script) ?? [];
  const missing = [...list.matchAll(/"([^"]*)"/g)].find(([, name = '']) => !extensions.has(name));
  if (missing) throw new ProviderError('refused', `The extension ${missing[1]} is unknown.`);
}
