import { Parser } from 'htmlparser2';
import { fillPlaceholders, isUsable, type FoundServer, type MailAddress } from './found-servers.ts';

/** A server as in the file, keyed by element name in lower case; each element may occur more than once. */
type AutoconfigServer = { isIncoming: boolean; type: string; fields: Record<string, string[]> };

/**
 * The servers in an autoconfig file (`config-v1.1.xml`): the first of each kind that Posthorn can use, with TLS and a
 * password. Other content is ignored.
 */
export function serversInAutoconfig(
  xml: string,
  address: MailAddress,
): { sync: FoundServer | null; send: FoundServer | null } {
  const servers = parseServers(xml);
  const first = (isIncoming: boolean, type: string) =>
    servers
      .filter((server) => server.isIncoming === isIncoming && server.type === type)
      .map((server) => usableServer(server, address))
      .find((server) => server !== undefined) ?? null;
  return { sync: first(true, 'imap'), send: first(false, 'smtp') };
}

const maxServers = 50;

function parseServers(xml: string): AutoconfigServer[] {
  const servers: AutoconfigServer[] = [];
  let current: AutoconfigServer | undefined;
  let field: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, { type = '' }) {
        const tag = name.toLowerCase();
        if (tag === 'incomingserver' || tag === 'outgoingserver')
          current = { isIncoming: tag === 'incomingserver', type: type.toLowerCase(), fields: {} };
        else if (current && Object.hasOwn(maxFieldLengths, tag)) {
          field = tag;
          (current.fields[tag] ??= []).push('');
        }
      },
      ontext(text) {
        const texts = field === undefined ? undefined : current?.fields[field];
        if (texts) texts[texts.length - 1] += text;
      },
      onclosetag(name) {
        const tag = name.toLowerCase();
        if (tag === field) field = undefined;
        if (tag !== 'incomingserver' && tag !== 'outgoingserver') return;
        if (current && servers.length < maxServers) servers.push(current);
        current = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return servers;
}

/** The fields that are read, and their maximum lengths in characters. */
const maxFieldLengths: Record<string, number> = {
  hostname: 253,
  port: 5,
  sockettype: 20,
  username: 320,
  authentication: 40,
};

function usableServer({ isIncoming, fields }: AutoconfigServer, address: MailAddress): FoundServer | undefined {
  const [host, port, socket, username] = ['hostname', 'port', 'sockettype', 'username'].map((name) =>
    textOf(fields, name, address),
  );
  const isTlsFirst = /^(ssl|tls)$/i.test(socket ?? '');
  const isEncrypted = isTlsFirst || /^starttls$/i.test(socket ?? '');
  if (!host || !isEncrypted || !isUsable(host, Number(port), { isTlsFirst })) return undefined;
  const methods = (fields['authentication'] ?? []).map((method) => method.trim().toLowerCase());
  const needsNoPassword =
    !isIncoming && methods.length > 0 && methods.every((method) => /^(none|client-ip-address)$/.test(method));
  const takesPassword = methods.length === 0 || methods.some((method) => /^(plain|secure|password-.*)$/.test(method));
  if (!needsNoPassword && !takesPassword) return undefined;
  return { host, port: Number(port), username: username || '%EMAILADDRESS%', auth_required: !needsNoPassword };
}

function textOf(fields: AutoconfigServer['fields'], name: string, address: MailAddress): string | undefined {
  const text = fields[name]?.[0]?.trim() ?? '';
  const filled = fillPlaceholders(text, address);
  return text.length > (maxFieldLengths[name] ?? 0) || /\p{C}/u.test(filled) ? undefined : filled;
}
