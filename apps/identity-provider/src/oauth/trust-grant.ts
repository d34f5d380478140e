import { type Claims, judgeAssertion, type SignedAssertion } from '@governance/iam';
import { createHash } from 'node:crypto';
import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { AssertionUnsigned, signedAssertion } from '../trust-rules/signed-assertion';
import { type TrustRuleClient } from '../trust-rules/trust-rules.store';
import { tokenLifetimeSeconds } from '../signing/key-schedule';
import { apiResource, settleScope } from './api-resource';
import { type ProviderParts } from './provider-configuration';
import { signedEntity, trustGrantType } from './trust-exchange';
import { trustRuleOf } from './trust-rule-client';

type Exchange = TokenEndpointGrantContext<{ readonly assertion?: unknown }>;
type GrantParts = Pick<ProviderParts, 'issuerKeys' | 'usedAssertions' | 'clock' | 'apiUrl' | 'keys'>;

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
  const signed = await signedBy(rule, params.assertion, parts);
  // From here on a refusal names its condition.
  ctx.oidc.entity(signedEntity, signed);
  const verdict = judgeAssertion(rule, signed, { now, address: ctx.ip });
  if (!verdict.accepted) throw refusal(verdict.failed);
  const seconds = Math.floor((verdict.expiresAt.getTime() - now.getTime()) / 1000);
  if (seconds < 1) throw refusal('exp');
  settleScope(ctx, client.scope);
  if (rule.singleUse && !(await isFirstUse(rule, verdict.claims, { signed, seconds, parts }))) {
    throw refusal('single_use');
  }
  await answerWithToken(ctx, Math.min(seconds, secondsOf(rule, now), tokenLifetimeSeconds), parts);
}

async function signedBy(
  rule: TrustRuleClient,
  assertion: unknown,
  { issuerKeys }: GrantParts,
): Promise<SignedAssertion> {
  try {
    return await signedAssertion(assertion, rule, issuerKeys);
  } catch (error) {
    throw error instanceof AssertionUnsigned ? new errors.InvalidGrant(error.reason) : error;
  }
}

/** The client learns the name of the condition, which its own token then explains. */
function refusal(condition: string): Error {
  const description = `the assertion does not meet the condition ${condition}`;
  return new errors.CustomOIDCProviderError('invalid_grant', description, { detail: description });
}

/** What is remembered is not the whole assertion: a signature can have several encodings. */
function isFirstUse(
  { clientId, issuer }: TrustRuleClient,
  { jti }: Claims,
  { signed, seconds, parts }: { signed: SignedAssertion; seconds: number; parts: GrantParts },
): Promise<boolean> {
  const name = typeof jti === 'string' ? ['jti', jti] : ['claims', signed.claims];
  const hash = createHash('sha256').update(JSON.stringify([clientId, issuer, ...name]));
  return parts.usedAssertions.use(`trust ${hash.digest('base64url')}`, seconds);
}

/** At least a second is left: the rule has not ended. */
function secondsOf({ expiresAt }: TrustRuleClient, now: Date): number {
  return expiresAt ? Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)) : Infinity;
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
