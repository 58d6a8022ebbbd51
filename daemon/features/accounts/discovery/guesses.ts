import { strangersNote, type Found, type FoundServer } from './found-servers.ts';
import type { Answer, Door, Probe } from './probe.ts';

type Knocked = { door: Door; answer: Answer };

/**
 * Servers at the names and ports that most have, which were really connected to: encryption is offered, and the
 * certificate fits. `exchanges` are the MX hosts, with which small providers have everything. Ends with the signal.
 */
export async function serversByGuess(
  domain: string,
  exchanges: readonly string[],
  { probe, signal }: { probe: Probe; signal: AbortSignal },
): Promise<Found> {
  const others = exchanges.slice(0, 2);
  const [sync, send] = await Promise.all([
    firstThatFits(doors('imap', [`imap.${domain}`, `mail.${domain}`, domain, ...others], [993, 143]), probe, signal),
    firstThatFits(doors('smtp', [`smtp.${domain}`, `mail.${domain}`, domain, ...others], [465, 587]), probe, signal),
  ]);
  if (!sync.fits && !send.fits) return { source: 'none', sync: null, send: null, trouble: untrustedNote(sync.knocked) };
  const servers = { sync: serverOf(sync.fits), send: serverOf(send.fits) };
  return { source: 'guess', ...servers, trouble: strangersNote(domain, [servers.sync, servers.send]) };
}

/** The best encryption at any of the names before the second best. */
function doors(protocol: Door['protocol'], hosts: readonly string[], ports: readonly number[]): Door[] {
  const names = [...new Set(hosts)];
  return ports.flatMap((port) => names.map((host) => ({ protocol, host, port })));
}

/** All are asked at once; the first in their order is taken, as soon as those before it have answered. */
async function firstThatFits(
  all: readonly Door[],
  probe: Probe,
  signal: AbortSignal,
): Promise<{ fits: Door | undefined; knocked: Knocked[] }> {
  const asked = all.map(async (door) => ({ door, answer: await probe(door, signal) }));
  const knocked: Knocked[] = [];
  for (const each of asked) {
    const { door, answer } = await each;
    if (answer.is === 'secure') return { fits: door, knocked };
    knocked.push({ door, answer });
  }
  return { fits: undefined, knocked };
}

function serverOf(door: Door | undefined): FoundServer | null {
  return door ? { host: door.host, port: door.port, username: '%EMAILADDRESS%' } : null;
}

function untrustedNote(knocked: readonly Knocked[]): string | null {
  const stranger = knocked.find(({ answer }) => answer.is === 'untrusted');
  return stranger
    ? `A mail server answers at ${stranger.door.host}, but it cannot prove that it is the one it says it is (its certificate ` +
        `does not fit). Ask your provider for the server address.`
    : null;
}
