import { Failure } from '../../base/failure.ts';

/** Where secrets are, by the names that the accounts use. */
export type SecretContainer = {
  get(ref: string): Promise<string | undefined>;
  set(ref: string, secret: string): Promise<void>;
  remove(ref: string): Promise<void>;
};

export type SecretMoveResult = { moved: number; left: { ref: string; reason: string }[] };

type Endpoints = { from: SecretContainer; into: SecretContainer };

/**
 * Moves secrets one after the other. At every moment each is in at least one of the two places, and one that is changed
 * meanwhile is moved as it is then. Those that cannot be moved stay. Throws `Failure` unavailable `keychain_unavailable` if
 * the keychain did not answer and nothing was moved.
 */
export async function moveSecrets(refs: readonly string[], endpoints: Endpoints): Promise<SecretMoveResult> {
  return moveEach(refs, async (ref) => moveOne(ref, endpoints));
}

/** As `moveSecrets`, into a vault: a sign-in that it has already is newer, because new ones are stored there at once. */
export async function moveSignIns(refs: readonly string[], { from, into }: Endpoints): Promise<SecretMoveResult> {
  return moveEach(refs, async (ref) => {
    const secret = await from.get(ref);
    if (secret === undefined) return false;
    if ((await into.get(ref)) === undefined) await into.set(ref, secret);
    if ((await into.get(ref)) === undefined) throw secretNotKept();
    await from.remove(ref);
    return true;
  });
}

async function moveEach(refs: readonly string[], move: (ref: string) => Promise<boolean>): Promise<SecretMoveResult> {
  const left: SecretMoveResult['left'] = [];
  let moved = 0;
  let keychainFailure: Failure | undefined;
  for (const ref of refs) {
    try {
      // If the keychain could not be opened for one password, it is not called for the others.
      if (keychainFailure) throw keychainFailure;
      if (await move(ref)) moved += 1;
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      left.push({ ref, reason: failed.message });
      if (failed.code === 'keychain_unavailable') keychainFailure = failed;
    }
  }
  if (keychainFailure && moved === 0 && left.length === refs.length) throw keychainFailure;
  return { moved, left };
}

/** How often a secret that is changed again and again is read anew. */
const maxReads = 5;

async function moveOne(ref: string, { from, into }: Endpoints): Promise<boolean> {
  let secret = await from.get(ref);
  if (secret === undefined) return false;
  for (let reads = 1; reads <= maxReads; reads++) {
    await into.set(ref, secret);
    if ((await into.get(ref)) !== secret) throw secretNotKept();
    const now = await from.get(ref);
    if (now === undefined || now === secret) {
      await from.remove(ref);
      return true;
    }
    secret = now;
  }
  throw secretNotKept();
}

function secretNotKept(): Failure {
  const message = 'The stored copy couldn’t be verified, so the password wasn’t moved.';
  return new Failure('unavailable', 'secret_not_kept', message, { retryable: true });
}
