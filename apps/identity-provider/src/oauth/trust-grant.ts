import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { AssertionUnsigned } from '../trust-rules/signed-assertion';
import { tokenLifetimeSeconds } from '../signing/key-schedule';
import { apiResource, settleScope } from './api-resource';
import { type ProviderParts } from './provider-configuration';
import { meantEntity, trustGrantType } from './trust-exchange';
import { trustRuleOf } from './trust-rule-client';

type Exchange = TokenEndpointGrantContext<{ readonly assertion?: unknown }>;
type GrantParts = Pick<ProviderParts, 'assertions' | 'clock' | 'apiUrl' | 'keys'>;

/** The exchange of a workload's assertion for a token of a machine (ADR 66). */
export function registerTrustGrant(provider: Provider, parts: GrantParts): void {
  provider.registerGrantType<{ readonly assertion?: unknown }>(
    trustGrantType,
    (ctx) => exchange(ctx, parts),
    ['assertion', 'scope'],
  );
}

async function exchange(ctx: Exchange, parts: GrantParts): Promise<void> {
  const { client, params } = ctx.oidc;
  const [rule, now] = [trustRuleOf(client), parts.clock.now()];
  const { signed, verdict } = await parts.assertions
    .judge(rule, params.assertion, { now, address: ctx.ip })
    .catch(refuseUnsigned);
  // From here on a refusal names its condition.
  if (verdict.accepted || verdict.isMeant) ctx.oidc.entity(meantEntity, verdict);
  if (!verdict.accepted) throw refusal(verdict.failed);
  settleScope(ctx, client.scope);
  if (!(await parts.assertions.use(rule, signed, { ...verdict, now }))) {
    throw refusal('single_use');
  }
  const ends = [verdict.expiresAt, rule.expiresAt].map((end) => secondsUntil(end, now));
  await answerWithToken(ctx, Math.min(...ends, tokenLifetimeSeconds), parts);
}

/** The reason is for the log. */
function refuseUnsigned(error: unknown): never {
  throw error instanceof AssertionUnsigned ? new errors.InvalidGrant(error.reason) : error;
}

/** The client learns the name of the condition, which its own token then explains. */
function refusal(condition: string): Error {
  const description = `the assertion does not meet the condition ${condition}`;
  return new errors.CustomOIDCProviderError('invalid_grant', description, { detail: description });
}

/** At least a second is left: neither has ended. */
function secondsUntil(end: Date | undefined, now: Date): number {
  return end ? Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1000)) : Infinity;
}

/** The token of a machine, as for the grant `client_credentials`. Its other claims are `extraTokenClaims`. */
async function answerWithToken(
  ctx: Exchange,
  expiresIn: number,
  { apiUrl, keys: [{ kid }] }: GrantParts,
): Promise<void> {
  const { client, params, provider } = ctx.oidc;
  const resourceServer = new provider.ResourceServer(apiUrl, apiResource(apiUrl, { apiUrl, kid }));
  const token = new provider.ClientCredentials({ client, resourceServer, scope: params.scope, expiresIn });
  ctx.oidc.entity('ClientCredentials', token);
  const accessToken = await token.save();
  ctx.body = { access_token: accessToken, expires_in: expiresIn, scope: token.scope, token_type: 'Bearer' };
}
