import { ProviderError } from '../provider.ts';

/** A string of a command as bytes: quoted where that is possible, else a literal that needs no permission (RFC 5804, 4). */
export function commandString(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length <= 1024 && !/[\r\n\0]/.test(value)) return Buffer.from(`"${value.replaceAll(/["\\]/g, '\\$&')}"`);
  return Buffer.concat([Buffer.from(`{${bytes.length}+}\r\n`), bytes]);
}

/**
 * The name of a script as a command contains it. Throws ProviderError `refused` for a name that RFC 5804, section 1.6, does
 * not allow, which could otherwise end the line and begin another command.
 */
export function scriptName(name: string): Buffer {
  if (name === '' || Buffer.byteLength(name) > 512 || /[\p{Cc}\u2028\u2029]/u.test(name) || !name.isWellFormed())
    throw new ProviderError('refused', 'A script on the server has a name that Posthorn can’t use.');
  return commandString(name);
}
