/**
 * The port to a server that keeps Sieve scripts and runs one of them, the active script, on delivery. Every method may throw
 * a `ProviderError`: `refused` where the server rejects a script or has no room for it.
 */
export type ScriptSession = {
  /** The server and its port, for display. */
  readonly server: string;
  /** The Sieve extensions that scripts may require. */
  readonly extensions: ReadonlySet<string>;
  list(): Promise<StoredScript[]>;
  /** Undefined where there is no script of that name. */
  read(name: string): Promise<string | undefined>;
  /** Compiles a script on the server without storing it. */
  check(script: string): Promise<void>;
  /** Stores a script, in place of one of the same name, which stays active if it was. */
  write(name: string, script: string): Promise<void>;
  /** Makes a script the only active one; undefined: none is active. */
  activate(name: string | undefined): Promise<void>;
  /** Deletes a script that is not active. One that does not exist is no error. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

export type StoredScript = { name: string; isActive: boolean };

/** A server that does not offer what the account would need, which trying again does not change. */
export class ScriptsUnsupported extends Error {
  override name = 'ScriptsUnsupported';
}
