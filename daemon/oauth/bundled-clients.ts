/** An OAuth client as it is registered with the identity provider (RFC 6749, section 2). */
export type OAuthClient = { client_id: string; client_secret?: string };

/** The clients that belong to a build of Posthorn; absent where the build has none. */
export type BundledClients = { google?: OAuthClient; microsoft?: OAuthClient };

/**
 * The clients of this build, from the environment of the build. `bundle.mjs` replaces this function in the packed program by
 * one that returns the values of that time, so that the environment of a user does not change them.
 */
export function bundledClients(): BundledClients {
  return clientsFrom(process.env);
}

/** The clients that `POSTHORN_GOOGLE_CLIENT_ID`, `POSTHORN_GOOGLE_CLIENT_SECRET` and `POSTHORN_MICROSOFT_CLIENT_ID` name. */
export function clientsFrom(env: Readonly<Record<string, string | undefined>>): BundledClients {
  const google = env['POSTHORN_GOOGLE_CLIENT_ID'];
  const secret = env['POSTHORN_GOOGLE_CLIENT_SECRET'];
  const microsoft = env['POSTHORN_MICROSOFT_CLIENT_ID'];
  return {
    ...(google && { google: { client_id: google, ...(secret && { client_secret: secret }) } }),
    ...(microsoft && { microsoft: { client_id: microsoft } }),
  };
}
