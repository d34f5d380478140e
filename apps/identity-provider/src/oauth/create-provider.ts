import { StoreUnavailable, Problem } from '@governance/kernel';
import { type Keyring } from '@governance/keyring';
import { requestContext } from '@governance/runtime';
import { Logger } from '@nestjs/common';
import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { matchesSecret } from '../applications/client-secret';
import { slowDown } from '../device/slow-down';
import { failed, refusedRequest, unavailable } from '../pages/problem-page';
import { outsideNetworks } from './client-assertion';
import { acceptAnyKid } from './client-keys';
import { isInsideNetworks, machineFactsOf } from './client-metadata';
import { OAuthPages, wantsPage } from './oauth-pages';
import { knownReason } from './known-reason';
import { providerConfiguration, type ProviderParts } from './provider-configuration';
import { concealForeign } from './trust-exchange';
import { registerTrustGrant } from './trust-grant';

const log = new Logger('OAuth');

/** Creates the library's provider for a fixed set of signing keys. New keys need a new provider. */
export function createProvider(parts: ProviderParts, keyring: Keyring): Provider {
  const pages = new OAuthPages(parts.renderer);
  const provider = new Provider(parts.issuer, providerConfiguration(parts, pages));
  // `originPinner` sets the forwarding headers to the external origin.
  provider.proxy = true;
  acceptAnyKid(provider);
  registerTrustGrant(provider, parts);
  provider.Client.prototype.compareClientSecret = function (secret) {
    const { expiresAt, previousSecret = '' } = machineFactsOf(this);
    // `clientSecret` holds the hash of the secret. Both are compared, so that the time tells nothing about an overlap.
    const [matchesCurrent, matchesPrevious] = [this.clientSecret ?? '', previousSecret].map((stored) =>
      matchesSecret(keyring, Buffer.from(stored, 'base64url'), secret),
    );
    const hasEnded = expiresAt !== undefined && expiresAt <= parts.clock.now();
    const matches = !hasEnded && (matchesCurrent === true || matchesPrevious === true);
    // The response is that to a wrong secret: a leaked secret cannot be tried out from elsewhere.
    if (matches && !isInsideNetworks(this, Provider.ctx?.ip))
      throw new errors.InvalidClientAuth(outsideNetworks);
    return matches;
  };
  provider.use(async (plain, next) => {
    const ctx = plain as KoaContextWithOIDC;
    try {
      await next();
      await slowDown(ctx, parts.people.devicePolls);
    } catch (error) {
      // Errors outside the library's own error handling, above all when it stores the session.
      answerFailure(ctx, error, pages);
    }
    concealForeign(ctx);
    replaceForeignPage(ctx, pages);
    if (ctx.status === 200 && ctx.path.startsWith('/.well-known/')) ctx.body = onlySupported(ctx.body);
  });
  provider.on('grant.error', logRefusal('token refused'));
  provider.on('revocation.error', logRefusal('revocation refused'));
  provider.on('device_authorization.error', logRefusal('device authorization refused'));
  provider.on('authorization.error', logRefusal('authorization refused'));
  provider.on('server_error', (ctx, error) => {
    answerFailure(ctx, error, pages);
  });
  return provider;
}

/** Replaces the library's own pages: for sign-out without a session, and for errors that an application requests by form. */
function replaceForeignPage(ctx: KoaContextWithOIDC, pages: OAuthPages): void {
  if (!pages.isForeign(ctx)) return;
  if (ctx.oidc.route === 'end_session') pages.signOut(ctx);
  else pages.sendProblem(ctx, refusedRequest('invalid_request'));
}

/**
 * Removes features that are not in use from the discovery document. Clients are registered only for `query`
 * (`people-clients.ts`), and an ID token has `sid` only for back-channel logout, which is off.
 */
function onlySupported(body: unknown): object {
  const metadata = body as { readonly claims_supported?: readonly string[] };
  const claims = metadata.claims_supported?.filter((claim) => claim !== 'sid');
  return { ...metadata, response_modes_supported: ['query'], claims_supported: claims };
}

/** Logs why a client was refused, which the client does not learn. Reasons with a cause may quote its input: see `knownReason`. */
function logRefusal(msg: string): (ctx: KoaContextWithOIDC, refusal: errors.OIDCProviderError) => void {
  return ({ oidc }, { error: code, error_detail: reason, cause }) => {
    log.log({ msg, clientId: oidc.client?.clientId, code, reason: cause ? knownReason(cause) : reason });
  };
}

/** Answers a server-side failure. If the database is unavailable, the client can retry. */
function answerFailure(ctx: KoaContextWithOIDC, error: unknown, pages: OAuthPages): void {
  const isOutage = error instanceof StoreUnavailable;
  if (isOutage) ctx.set('retry-after', '2');
  if (wantsPage(ctx)) pages.sendProblem(ctx, isOutage ? unavailable : failed);
  else {
    ctx.status = isOutage ? 503 : 500;
    ctx.body = isOutage
      ? { error: 'temporarily_unavailable', error_description: 'try again' }
      : { error: 'server_error', error_description: 'something went wrong on our side' };
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const kind = isOutage ? 'unavailable' : 'internal';
  requestContext(ctx.req).problem = new Problem(kind, 'server_error', { cause });
}
