import type { Keychain } from './keychain.ts';

/** What the operating system would hold, in memory. With `trouble` it fails with those words. */
export function testKeychain(): Keychain & { trouble: string | undefined; asked: string[]; held: Map<string, string> } {
  const held = new Map<string, string>();
  const key = (service: string, name: string) => `${service} ${name}`;
  const keychain = {
    trouble: undefined as string | undefined,
    asked: [] as string[],
    held,
    getPassword: async (service: string, name: string) => asked('get', name, held.get(key(service, name)) ?? null),
    setPassword: async (service: string, name: string, secret: string) =>
      asked('set', name, undefined, () => held.set(key(service, name), secret)),
    deletePassword: async (service: string, name: string) =>
      asked('delete', name, true, () => held.delete(key(service, name))),
  };
  function asked<T>(what: string, name: string, value: T, act = (): unknown => undefined): T {
    keychain.asked.push(`${what} ${name}`);
    if (keychain.trouble !== undefined) throw new Error(keychain.trouble);
    act();
    return value;
  }
  return keychain;
}
