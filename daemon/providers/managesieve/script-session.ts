import { ProviderError } from '../provider.ts';
import type { ScriptSession } from '../script-server.ts';
import { commandString, scriptName } from './command.ts';
import { openManageSieve, type ManageSieveSettings } from './connection.ts';
import { responseError } from './errors.ts';
import { maxScriptBytes, type SieveResponse } from './response.ts';

/** The scripts of a ManageSieve server, over one connection. Throws as `openManageSieve` does. */
export async function openScriptSession(settings: ManageSieveSettings, signal: AbortSignal): Promise<ScriptSession> {
  const { host, port } = settings;
  const { capabilities, send, close } = await openManageSieve(settings, signal);
  const run = async (...command: (string | Buffer)[]): Promise<SieveResponse> => {
    const response = await send(command);
    if (response.status !== 'OK') throw responseError(response, host);
    return response;
  };
  return {
    server: `${host}:${port}`,
    extensions: new Set((capabilities.get('SIEVE') ?? '').toLowerCase().split(/\s+/).filter(Boolean)),
    async list() {
      const { lines } = await run('LISTSCRIPTS');
      return lines.map(([name = '', mark]) => ({ name, isActive: mark?.toUpperCase() === 'ACTIVE' }));
    },
    async read(name) {
      const response = await send(['GETSCRIPT', scriptName(name)]);
      if (response.status === 'NO' && response.code === 'NONEXISTENT') return undefined;
      if (response.status !== 'OK') throw responseError(response, host);
      return response.lines[0]?.[0] ?? '';
    },
    async check(script) {
      // Without a version the server predates the command, and PUTSCRIPT checks the script (RFC 5804, section 2.12).
      if (capabilities.has('VERSION')) await run('CHECKSCRIPT', scriptText(script, host));
    },
    async write(name, script) {
      const text = scriptText(script, host);
      await run('HAVESPACE', scriptName(name), String(Buffer.byteLength(script)));
      await run('PUTSCRIPT', scriptName(name), text);
    },
    async activate(name) {
      await run('SETACTIVE', name === undefined ? '""' : scriptName(name));
    },
    async remove(name) {
      const response = await send(['DELETESCRIPT', scriptName(name)]);
      if (response.status !== 'OK' && response.code !== 'NONEXISTENT') throw responseError(response, host);
    },
    async close() {
      try {
        await send(['LOGOUT']);
      } catch (thrown) {
        // The server may have closed the connection already, which is what was wanted.
        if (!(thrown instanceof ProviderError)) throw thrown;
      } finally {
        close();
      }
    },
  };
}

function scriptText(script: string, host: string): Buffer {
  if (Buffer.byteLength(script) > maxScriptBytes)
    throw new ProviderError('refused', `These filters are too large for ${host}: more than a megabyte.`);
  return commandString(script);
}
