import { arc } from 'mailauth/lib/arc/index.js';
import type { ARCData, ARCSigningData } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { bodyStart, headerFields } from '../mime/headers/headers.ts';
import { arcHops, tagIn, trustedHops } from './arc.ts';
import { confirmingForwarder, isAligned, type MethodCheck } from './domain-verification.ts';
import { domainOfAddress } from './organizations.ts';
import type { SenderCheckResult } from './sender-checks.ts';
import type { Field } from './trusted-results.ts';

/** The TXT records of a name, or undefined if it has none. */
export type KeyRecords = readonly (readonly string[])[] | undefined;

type CheckOptions = {
  domain: string;
  forwarders: readonly string[];
  /** The records that were asked for so far, by name in lower case. */
  keys: ReadonlyMap<string, KeyRecords>;
  /** When the mail server received the message: a signature counts that was valid then. */
  receivedAt: Date;
};

/** The names whose records are needed to go on, or the result. */
export type SignatureCheck = { needed: string[] } | { result: SenderCheckResult };

/** Genuine mail has a few signatures. More than this only costs time, so that nothing is checked. */
const maxHeadBytes = 256 * 1024;
const maxMessageBytes = 100 * 1024 * 1024;
const maxSignatures = 20;
const maxAligned = 5;
const maxNameLength = 253;
const minKeyBits = 1024;

const nothingFound: SenderCheckResult = { outcome: 'open', checks: [], forwarder: null };

/**
 * Checks the signatures of a message that can prove the domain in From: DKIM signatures of the same organization (RFC 6376),
 * and the ARC chain (RFC 8617) if a named forwarder made its newest part. Keys of other signers are not asked for, and keys
 * are only asked for where the signature fits the message.
 */
export async function checkSignatures(source: Uint8Array, options: CheckOptions): Promise<SignatureCheck> {
  const fields = headerFields(source);
  if (!isCheckable(source, fields)) return { result: nothingFound };
  const names = keyNamesOf(fields, options);
  if (names.size === 0) return { result: nothingFound };
  const needed = new Set<string>();
  const resolver = async (given: string): Promise<string[][]> => {
    const name = given.toLowerCase();
    if (names.has(name) && !options.keys.has(name)) needed.add(name);
    const records = names.has(name) ? options.keys.get(name) : undefined;
    if (records) return records.map((each) => [...each]);
    throw Object.assign(new Error(`no record of ${name} is known`), { code: 'ENOTFOUND' });
  };
  const settings = { resolver, minBitLength: minKeyBits };
  const verified = await dkimVerify(Buffer.from(source.buffer, source.byteOffset, source.byteLength), {
    ...settings,
    rejectRsaSha1: true,
    curTime: options.receivedAt,
  });
  const isAuthorClear =
    verified.fromFields === 1 &&
    verified.headerFrom?.length === 1 &&
    domainOfAddress(verified.headerFrom[0]!) === options.domain;
  const checks = isAuthorClear ? dkimChecks(verified.results, options.domain) : [];
  const isProven = checks.some(({ result }) => result === 'pass');
  let forwarder: string | undefined;
  const chain = verified.arc;
  if (isAuthorClear && !isProven && hasChain(chain) && hasTrustedHop(fields, options)) {
    const { status } = await arc(chain, settings);
    if (status.result === 'pass') forwarder = confirmingForwarder(fields, options.domain, options.forwarders);
    checks.push({ method: 'arc', result: status.result, domain: forwarder ?? null });
  }
  if (needed.size > 0) return { needed: [...needed] };
  const outcome = isProven || forwarder !== undefined ? 'passed' : 'open';
  return { result: { outcome, checks, forwarder: forwarder ?? null } };
}

function isCheckable(source: Uint8Array, fields: readonly Field[]): boolean {
  const count = fields.filter(([name]) => /^(dkim-signature|arc-seal|arc-message-signature)$/i.test(name)).length;
  return source.length <= maxMessageBytes && bodyStart(source) <= maxHeadBytes && count <= 3 * maxSignatures;
}

function hasTrustedHop(fields: readonly Field[], { forwarders }: CheckOptions): boolean {
  return trustedHops(arcHops(fields), forwarders).length > 0;
}

function hasChain(data: ARCData | ARCSigningData | undefined): data is ARCData {
  return data !== undefined && data.chain !== false;
}

/** The names of the keys that may be asked for, in lower case. */
function keyNamesOf(fields: readonly Field[], options: CheckOptions): Set<string> {
  const valuesOf = (wanted: string) =>
    fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const signatures = valuesOf('dkim-signature');
  const aligned = signatures.filter((value) => isAligned(tagIn(value, 'd') ?? '', options.domain));
  const seals = hasTrustedHop(fields, options) ? [...valuesOf('arc-seal'), ...valuesOf('arc-message-signature')] : [];
  const names = [...aligned.slice(0, maxAligned), ...seals].map(
    (value) => `${tagIn(value, 's') ?? ''}._domainkey.${tagIn(value, 'd') ?? ''}`,
  );
  return new Set(names.filter((name) => name.length <= maxNameLength && /^[\w-]+(\.[\w-]+)+$/.test(name)));
}

type DkimResult = Awaited<ReturnType<typeof dkimVerify>>['results'][number];

/** The signatures of the organization in From; one that passed comes first. */
function dkimChecks(results: readonly DkimResult[], domain: string): MethodCheck[] {
  const aligned = results.filter(({ signingDomain }) => signingDomain && isAligned(signingDomain, domain));
  const checks = aligned.map((each): MethodCheck => ({
    method: 'dkim',
    result: resultOf(each),
    domain: each.signingDomain ?? null,
  }));
  const best = checks.find(({ result }) => result === 'pass') ?? checks[0];
  return best ? [best] : [];
}

/**
 * A signature that leaves out From or the end of the body proves nothing about what is shown, and a key that the domain is
 * still testing must not be relied on (RFC 6376, sections 3.6.1, 5.4 and 8.2).
 */
function resultOf({ status, signingHeaders }: DkimResult): string {
  if (status.result !== 'pass') return status.result;
  const signsFrom = (signingHeaders?.keys ?? '').split(/\s*:\s*/).some((name) => name.toLowerCase() === 'from');
  return signsFrom && !status.underSized && !status.testing ? 'pass' : 'policy';
}
