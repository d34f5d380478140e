import { StoreUnavailable, Problem } from '@governance/kernel';
import { type Keyring } from '@governance/keyring';
import { requestContext } from '@governance/runtime';
import { Logger } from '@nestjs/common';
import { type errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { matchesSecret } from '../credentials/client-secret';
import { slowDown } from '../device/slow-down';
import { failed, refusedRequest, unavailable } from '../pages/problem-page';
import { acceptAnyKid } from './client-keys';
import { OAuthPages, wantsPage } from './oauth-pages';
import { knownReason } from './known-reason';
import { providerConfiguration, type ProviderParts } from './provider-configuration';

const log = new Logger('OAuth');

/** The library, with a set of signing keys that never changes: other keys are another provider. */
export function createProvider(parts: ProviderParts, keyring: Keyring): Provider {
  const pages = new OAuthPages(parts.renderer);
  const provider = new Provider(parts.issuer, providerConfiguration(parts, pages));
  // Requests come through `originPinner`, which says what the outside calls us.
  provider.proxy = true;
  acceptAnyKid(provider);
  provider.Client.prototype.compareClientSecret = function (secret) {
    // What the library calls the secret is its hash.
    return matchesSecret(keyring, Buffer.from(this.clientSecret ?? '', 'base64url'), secret);
  };
  provider.use(async (plain, next) => {
    const ctx = plain as KoaContextWithOIDC;
    try {
      await next();
      await slowDown(ctx, parts.people.devicePolls);
    } catch (error) {
      // What the library does before or after its own handling of errors: keeping the session, above all.
      answerFailure(ctx, error, pages);
    }
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

/** The library has a page for whoever signs out and is not signed in, and for errors that an application wants by form. */
function replaceForeignPage(ctx: KoaContextWithOIDC, pages: OAuthPages): void {
  if (!pages.isForeign(ctx)) return;
  if (ctx.oidc.route === 'end_session') pages.signOut(ctx);
  else pages.sendProblem(ctx, refusedRequest('invalid_request'));
}

/**
 * The library names all that it knows. Clients are registered for `query` alone (`people-clients.ts`), and an ID token says
 * `sid` only for logouts over a back channel, which is off.
 */
function onlySupported(body: unknown): object {
  const metadata = body as { readonly claims_supported?: readonly string[] };
  const claims = metadata.claims_supported?.filter((claim) => claim !== 'sid');
  return { ...metadata, response_modes_supported: ['query'], claims_supported: claims };
}

/** Why a client got nothing: it is not told. Reasons that quote what it sent have a cause, and stay out: `knownReason`. */
function logRefusal(msg: string): (ctx: KoaContextWithOIDC, refusal: errors.OIDCProviderError) => void {
  return ({ oidc }, { error: code, error_detail: reason, cause }) => {
    log.log({ msg, clientId: oidc.client?.clientId, code, reason: cause ? knownReason(cause) : reason });
  };
}

/** What is not the request's fault. A database that is out of reach is worth another try. */
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
