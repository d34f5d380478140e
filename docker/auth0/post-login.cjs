/**
 * Auth0 post-login Action: adds the claims that the platform reads from the tokens of users (docs/identity-providers.md).
 *
 * Secrets of the Action: AUDIENCE, the identifier of the API; CLAIMS_NAMESPACE, as in the platform's settings; MFA_MAX_AGE, the
 * second-factor window in seconds of organizations whose metadata has no `mfa_max_age`.
 *
 * @param {object} event https://auth0.com/docs/customize/actions/explore-triggers/signup-and-login-triggers/login-trigger/post-login-event-object
 * @param {object} api https://auth0.com/docs/customize/actions/explore-triggers/signup-and-login-triggers/login-trigger/post-login-api-object
 */
exports.onExecutePostLogin = async (event, api) => {
  const { AUDIENCE, CLAIMS_NAMESPACE, MFA_MAX_AGE } = event.secrets;
  if (event.resource_server?.identifier !== AUDIENCE) return;
  const claims = {
    // This trigger runs for users alone, so the claim is the sign of a user. Machines never get it.
    session: true,
    mfa_at: secondFactorTime(event.authentication?.methods ?? []),
    mfa_max_age: seconds(event.organization?.metadata?.mfa_max_age ?? MFA_MAX_AGE),
    email: event.user.email,
    email_verified: event.user.email_verified,
    name: event.user.name,
    roles: event.authorization?.roles ?? [],
  };
  for (const [name, value] of Object.entries(claims)) {
    if (value !== undefined) api.accessToken.setCustomClaim(CLAIMS_NAMESPACE + name, value);
  }
};

/** When the last second factor was used, in seconds since 1970; undefined: none was used. */
function secondFactorTime(methods) {
  const times = methods
    .filter(({ name }) => name === 'mfa')
    .map(({ timestamp }) => Math.floor(Date.parse(timestamp) / 1000))
    .filter(Number.isFinite);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** A window that is missing or malformed is -1: the platform then asks for a second factor, instead of for none. */
function seconds(text) {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : -1;
}
