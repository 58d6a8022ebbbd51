import { z } from 'zod';
import { Failure } from '../base/failure.ts';
import type { SignInStore } from '../config/secrets/sign-ins.ts';
import { browserAccountTypes } from './identity-providers.ts';

/** A sign-in as it is stored under the account's `token_ref`: the tokens, and what is needed to refresh them. */
const storedSignIn = z.object({
  type: z.enum(browserAccountTypes),
  /** The address that was signed in. */
  email: z.string(),
  client_id: z.string(),
  client_secret: z.string().optional(),
  refresh_token: z.string(),
  access_token: z.string(),
  /** When the access token expires, in unix milliseconds. */
  expires_at: z.number(),
});
export type StoredSignIn = z.output<typeof storedSignIn>;

/**
 * The sign-in under a name; undefined if there is none. Throws what the store throws, and `Failure` invalid
 * `sign_in_unreadable` for one that another program has changed.
 */
export async function readSignIn(signIns: Pick<SignInStore, 'get'>, ref: string): Promise<StoredSignIn | undefined> {
  const stored = await signIns.get(ref);
  if (stored === undefined) return undefined;
  const { data } = storedSignIn.safeParse(stored);
  // An error of the schema could quote a token.
  if (data) return data;
  throw new Failure('invalid', 'sign_in_unreadable', 'The stored sign-in is incomplete. Sign in again to replace it.');
}
