import { imapErrorOf } from '../providers/imap/connection/errors.ts';
import { ProviderError, type Provider } from '../providers/provider.ts';
import type { ScriptSession } from '../providers/script-server.ts';
import type { Sender } from '../providers/sender.ts';
import { smtpErrorOf } from '../providers/smtp/errors.ts';
import { refusedByError } from '../providers/smtp/outcome.ts';

/** How the servers of a demo account fail until the fault is ended. */
type DemoFault = 'offline' | 'too_many_requests' | 'sign_in_expired';

export type DemoFaults = {
  /** The faults by the key of their account. */
  current(): ReadonlyMap<string, DemoFault>;
  /** Starts or ends a fault of an account. A started fault also ends the watch on its mail server. */
  set(key: string, fault: DemoFault | null): void;
  /** A connection that fails as a real one does while the account has a fault. */
  failingProvider(key: string, email: string, provider: Provider): Provider;
  failingSender(key: string, email: string, sender: Sender): Sender;
  /** Opens a session unless the account has a fault. */
  openScripts(email: string, open: () => Promise<ScriptSession>): Promise<ScriptSession>;
};

/** What a mail client receives in each case. The sentences for the user are made of it, as they are for a real server. */
const imapErrors = {
  offline: { code: 'ENETUNREACH' },
  too_many_requests: { code: 'ETHROTTLE' },
  sign_in_expired: {
    authenticationFailed: true,
    serverResponseCode: 'EXPIRED',
    responseText: 'The sign-in has expired.',
  },
} as const satisfies Record<DemoFault, object>;

const smtpErrors = {
  offline: { code: 'ESOCKET', originalCode: 'ENETUNREACH' },
  too_many_requests: { response: '450 4.7.1 Too many messages. Slow down.', command: 'MAIL FROM' },
  sign_in_expired: { code: 'EAUTH', response: '535 5.7.8 The sign-in has expired.', command: 'AUTH PLAIN' },
} as const satisfies Record<DemoFault, object>;

/** The faults of the servers of a demo. `keyOf` finds the account with an email address. */
export function createDemoFaults(keyOf: (email: string) => string | undefined): DemoFaults {
  const faults = new Map<string, DemoFault>();
  const watches = new Map<string, Set<AbortController>>();

  function check(key: string, email: string): void {
    const fault = faults.get(key);
    if (fault) throw imapFault(fault, email);
  }

  async function* watch(key: string, email: string, provider: Provider, signal: AbortSignal) {
    check(key, email);
    const cut = new AbortController();
    const ofAccount = watches.get(key) ?? new Set();
    watches.set(key, ofAccount.add(cut));
    try {
      yield* provider.watch(AbortSignal.any([signal, cut.signal]));
    } finally {
      ofAccount.delete(cut);
    }
    if (cut.signal.aborted) check(key, email);
  }

  return {
    current: () => faults,
    set(key, fault) {
      if (!fault) return void faults.delete(key);
      faults.set(key, fault);
      for (const cut of watches.get(key) ?? []) cut.abort();
    },
    failingProvider: (key, email, provider) => ({
      ...provider,
      ...checkedMethods(provider, () => check(key, email)),
      watch: (signal) => watch(key, email, provider, signal),
    }),
    failingSender: (key, email, sender) => ({
      ...sender,
      async send(message, options) {
        const fault = faults.get(key);
        return fault ? refusedByError(smtpFault(fault, email)) : sender.send(message, options);
      },
      async verify(signal) {
        const fault = faults.get(key);
        if (fault) throw smtpFault(fault, email);
        await sender.verify(signal);
      },
    }),
    async openScripts(email, open) {
      check(keyOf(email) ?? '', email);
      return open();
    },
  };
}

type CheckedMethod = Exclude<keyof Provider, 'capabilities' | 'watch' | 'close'>;

/** The methods of a provider, each with the check before it and after each part of its result. */
function checkedMethods(provider: Provider, check: () => void): Pick<Provider, CheckedMethod> {
  const checked =
    <Request extends unknown[], Reply>(run: (...request: Request) => Promise<Reply>) =>
    async (...request: Request): Promise<Reply> => {
      check();
      return run(...request);
    };
  const checkedParts = <Request extends unknown[], Part>(run: (...request: Request) => AsyncIterable<Part>) =>
    async function* (...request: Request): AsyncGenerator<Part> {
      check();
      for await (const part of run(...request)) {
        yield part;
        check();
      }
    };
  return {
    folders: checked(provider.folders),
    changes: checkedParts(provider.changes),
    sources: checkedParts(provider.sources),
    part: checked(provider.part),
    apply: checked(provider.apply),
    append: checked(provider.append),
    editFolder: checked(provider.editFolder),
    search: checked(provider.search),
    describe: checked(provider.describe),
    newArrivals: checked(provider.newArrivals),
    findById: checked(provider.findById),
  };
}

function imapFault(fault: DemoFault, email: string): unknown {
  const converted = imapErrorOf(Object.assign(new Error(fault), imapErrors[fault]), hostOf('imap', email));
  // The command was never sent.
  if (converted instanceof ProviderError) converted.isUnsent = true;
  return converted;
}

function smtpFault(fault: DemoFault, email: string): unknown {
  return smtpErrorOf(Object.assign(new Error(fault), smtpErrors[fault]), hostOf('smtp', email));
}

const hostOf = (service: string, email: string) => `${service}.${email.slice(email.indexOf('@') + 1)}`;
