/**
 * Auth0 credentials-exchange Action: refuses machines a token for the platform without an organization, which the platform
 * would refuse too. It adds no claim: Auth0 writes `gty` and `org_id` itself, and a machine must not have claims of users.
 *
 * Secret of the Action: AUDIENCE, the identifier of the API.
 *
 * @param {object} event https://auth0.com/docs/customize/actions/explore-triggers/machine-to-machine-trigger/credentials-exchange-event-object
 * @param {object} api https://auth0.com/docs/customize/actions/explore-triggers/machine-to-machine-trigger/credentials-exchange-api-object
 */
exports.onExecuteCredentialsExchange = async (event, api) => {
  if (event.resource_server?.identifier !== event.secrets.AUDIENCE) return;
  if (event.organization?.id === undefined) {
    api.access.deny('invalid_request', 'Request the token with the parameter organization.');
  }
};
