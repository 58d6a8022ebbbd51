/** The failures of an account that signs in with the browser, for the rows that set one up. */
export const browserSetupErrors = {
  mixed_providers: ['invalid', 'Mail is read and sent with different sign-ins.'],
  client_of_bundled: ['invalid', '`client_id` or `client_secret` is given with the client of the build.'],
  missing_client: ['invalid', '`client_id` or `client_secret` is missing.'],
  masked_value: ['invalid', 'A value stands for a secret that is not shown.'],
  foreign_sign_in: ['invalid', '`token_ref` names the sign-in of another account.'],
  no_browser_sign_in: ['invalid', 'The account signs in with a password.'],
  no_bundled_client: ['invalid', 'The build has no client id of its own for the provider.'],
} as const;

export const otherAddress = {
  other_address: ['conflict', 'The account has another address than the one to sign in again.'],
} as const;
