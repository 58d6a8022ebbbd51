/** Access tokens of one account for a server (RFC 6749 1.4). */
export type AccessTokens = {
  /**
   * A token that is valid for at least another minute. Refreshes it where necessary, once for concurrent callers. Throws
   * ProviderError `auth` where the user has to sign in again, `offline` where the token endpoint is not reached, `busy`
   * where it asks to wait, `keychain` where the keychain does not return the refresh token, and `protocol` for a fault of
   * the token endpoint.
   */
  get(signal?: AbortSignal): Promise<string>;
  /** The server refused this token although it is not expired: the next `get` refreshes it. */
  invalidate(token: string): void;
};

/** The tokens of the sign-in that is stored under a `token_ref`, for the account that is shown as `name`. */
export type AccessTokensOf = (token_ref: string, name: string) => AccessTokens;
