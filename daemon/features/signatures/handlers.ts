import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { Handlers } from '../../handler-types.ts';
import { allAccounts, type Account } from '../../mail/accounts/accounts.ts';
import { parseAddressText } from '../../mail/mime/address/address-text.ts';
import {
  allSignatures,
  removeSignature,
  removeSignatureDefault,
  requireSignature,
  resolveSignature,
  saveSignature,
  saveSignatureDefault,
  signatureDefaults,
  signatureNamed,
  type Signature,
  type SignatureScope,
} from '../../mail/drafts/signatures.ts';
import type { ReadDb } from '../../store/db.ts';
import type { signaturesRequests } from './contract.ts';

type SignaturesDeps = { clock: Clock };

export function signaturesHandlers({ clock }: SignaturesDeps): Handlers<typeof signaturesRequests> {
  return {
    list: (_input, { db }) => ({ kind: 'Signatures', signatures: allSignatures(db).map(wireSignature) }),
    save({ name, body }, { db, accounts }) {
      refuseSharedSignature(db, accounts, name);
      const now = clock.now();
      saveSignature(db, { signature_id: timeId(now), name, body, now: instantOf(now) });
      return { kind: 'SignatureData', signature: wireSignature(requireSignature(db, name)) };
    },
    remove({ name }, { db, accounts }) {
      refuseSharedSignature(db, accounts, name);
      removeSignature(db, name);
      return { kind: 'Ack' };
    },
    defaults(_input, { db, accounts }) {
      const signatures = new Map(allSignatures(db).map((signature) => [signature.id, wireSignature(signature)]));
      const defaults = signatureDefaults(db, accounts).map(
        ({ kind, account_id, from_email, signature, created_at, updated_at }) => ({
          kind,
          account_id,
          from_email,
          signature: signatures.get(signature)!,
          created_at,
          updated_at,
        }),
      );
      return { kind: 'SignatureDefaults', defaults };
    },
    setDefault({ name, ...request }, { db, accounts }) {
      const scope = signatureScope(db, accounts, request);
      const signature = requireSignature(db, name);
      saveSignatureDefault(db, scope, { signature: signature.id, now: instantOf(clock.now()) });
      return { kind: 'SignatureData', signature: wireSignature(signature) };
    },
    clearDefault(request, { db, accounts }) {
      removeSignatureDefault(db, signatureScope(db, accounts, request));
      return { kind: 'Ack' };
    },
    resolve({ name, kind, account_id, from_email }, { db, accounts }) {
      if (from_email !== undefined && account_id === undefined) throw accountNeeded();
      const account = accounts.find((each) => each.account_id === account_id?.toLowerCase())?.id;
      const signature = resolveSignature(db, { name, kind, account, from_email });
      return { kind: 'ResolvedSignature', signature: signature ? wireSignature(signature) : null };
    },
  };
}

type DefaultRequest = {
  kind: SignatureScope['kind'];
  account_id?: string | undefined;
  from_email?: string | undefined;
};

/** Throws Failure `account_needed`, `bad_address`, and `policy` if the caller may not change it. */
function signatureScope(
  db: ReadDb,
  accounts: readonly Account[],
  { kind, account_id, from_email }: DefaultRequest,
): SignatureScope {
  const account = accounts.find((each) => each.account_id === account_id?.toLowerCase())?.id ?? null;
  if (account === null && from_email !== undefined) throw accountNeeded();
  const typed = parseAddressText(from_email ?? '');
  if (from_email !== undefined && (typed.invalid.length > 0 || typed.addresses.length !== 1))
    throw new Failure('invalid', 'bad_address', `"${from_email}" is no address that mail is sent from.`);
  if (account === null && isLimited(db, accounts))
    throw new Failure(
      'refused',
      'policy',
      'A default for all accounts is for who may touch all of them (allowed_accounts).',
    );
  return { kind, account, from_email: typed.addresses[0]?.email.toLowerCase() ?? null };
}

function accountNeeded(): Failure {
  const message = 'An address belongs to an account: name that too, by account_id.';
  return new Failure('invalid', 'account_needed', message);
}

/** A signature that accounts use can only be changed by callers that may use all of these accounts. */
function refuseSharedSignature(db: ReadDb, accounts: readonly Account[], name: string): void {
  const signature = signatureNamed(db, name);
  if (!signature || !isLimited(db, accounts)) return;
  const own = new Set(accounts.map(({ id }) => id));
  const isUsedElsewhere = signatureDefaults(db, allAccounts(db)).some(
    ({ signature: id, account }) => id === signature.id && (account === null || !own.has(account)),
  );
  if (!isUsedElsewhere) return;
  const sentence = 'This signature is used by accounts that this caller may not change (allowed_accounts).';
  throw new Failure('refused', 'policy', sentence);
}

function isLimited(db: ReadDb, accounts: readonly Account[]): boolean {
  return accounts.length < allAccounts(db).length;
}

function wireSignature({ signature_id, name, body, created_at, updated_at }: Signature) {
  return { id: signature_id, name, body, created_at, updated_at };
}
