import { isIP, isIPv4 } from 'node:net';
import type { TextRule } from './schema-nodes.ts';

/**
 * Whether `host` is a loopback address as users write it: 127.0.0.0/8, `::1` or `localhost`. Other names are not resolved,
 * because they may later resolve to another machine.
 */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

export const loopback: TextRule = {
  expects: 'a loopback address (127.0.0.1 or another of 127.0.0.0/8, ::1, or localhost)',
  isValid: isLoopbackHost,
};

export const notEmpty: TextRule = { expects: 'text that isn’t empty', isValid: (text) => text.trim() !== '' };

export const emailAddress: TextRule = {
  expects: 'an email address',
  isValid: (text) => /^[^\s@<>]+@[^\s@<>]+$/.test(text),
};

const hostName = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

export const host: TextRule = {
  expects: 'a host name or address without scheme, port or wildcard',
  isValid: (text) => hostName.test(text) || isIP(text) !== 0,
};

export const domain: TextRule = {
  expects: 'a domain such as example.org',
  isValid: (text) => hostName.test(text),
};

/** An origin as browsers send it (RFC 6454, section 6.2); not `null` and no wildcards. */
export const origin: TextRule = {
  expects: 'an origin such as https://example.org or http://example.org:8080',
  isValid: (text) => isHttp(text) && new URL(text).origin === text.toLowerCase(),
};

/** Whether `text` is the origin of a page that a program on this computer serves. */
export function isLoopbackOrigin(text: string): boolean {
  if (!origin.isValid(text)) return false;
  const name = new URL(text).hostname.replace(/^\[(.*)\]$/, '$1');
  return isLoopbackHost(name) || name.endsWith('.localhost');
}

export const httpAddress: TextRule = {
  expects: 'an address that begins with http:// or https://',
  isValid: isHttp,
};

export const variableName: TextRule = {
  expects: 'the name of an environment variable, never the key itself',
  isValid: (text) => /^([A-Z_][A-Z0-9_]*)?$/i.test(text),
};

export const timeOfDay: TextRule = {
  expects: 'a time of day such as 22:30',
  isValid: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
};

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
