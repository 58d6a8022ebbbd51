/** Who started something; stored with it. */
export type Actor = { origin: string; token_id?: string | null | undefined };

/** A caller as the actor of what it starts. */
export function actorOf({ origin, token_id }: Actor): Actor {
  return { origin, token_id };
}

/** The public ids of the accounts that something touches, and its actor; no actor for the daemon itself. */
export type Owned = { accounts: readonly string[]; actor?: Actor | null | undefined };

/** A caller other than the user, and the public ids of the accounts it may see. */
export type Viewer = Actor & { accounts: ReadonlySet<string> };

/** Whether both are one caller. A token is one caller, whatever it calls itself; without a token the origin decides. */
export function isSameActor(one: Actor, other: Actor): boolean {
  const token = one.token_id ?? null;
  return token === (other.token_id ?? null) && (token !== null || one.origin === other.origin);
}

/**
 * Whether a caller other than the user may see something. It must see every account that is touched. What touches one
 * account belongs to the callers of that account; what touches several or none belongs to its actor.
 */
export function isVisibleFor(viewer: Viewer, { accounts, actor }: Owned): boolean {
  if (!accounts.every((id) => viewer.accounts.has(id))) return false;
  return accounts.length === 1 || (actor ? isSameActor(actor, viewer) : false);
}
