import type { Keychain } from './keychain.ts';

/** An in-memory substitute for the keychain of the operating system. With `trouble` its calls fail with that message. */
export function testKeychain(): Keychain & {
  trouble: string | undefined;
  calls: string[];
  stored: Map<string, string>;
} {
  const stored = new Map<string, string>();
  const key = (service: string, name: string) => `${service} ${name}`;
  const keychain = {
    trouble: undefined as string | undefined,
    calls: [] as string[],
    stored,
    getPassword: async (service: string, name: string) => record('get', name, stored.get(key(service, name)) ?? null),
    setPassword: async (service: string, name: string, secret: string) =>
      record('set', name, undefined, () => stored.set(key(service, name), secret)),
    deletePassword: async (service: string, name: string) =>
      record('delete', name, true, () => stored.delete(key(service, name))),
  };
  function record<T>(what: string, name: string, value: T, act = (): unknown => undefined): T {
    keychain.calls.push(`${what} ${name}`);
    if (keychain.trouble !== undefined) throw new Error(keychain.trouble);
    act();
    return value;
  }
  return keychain;
}
