import { StoreUnavailable } from '@governance/assessments';
import { noteProblem, Problem } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { Logger } from '@nestjs/common';
import { type errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { matchesSecret } from '../credentials/client-secret';
import { providerConfiguration, type ProviderParts } from './provider-configuration';

const log = new Logger('OAuth');

/** The library, with a set of signing keys that never changes: other keys are another provider. */
export function createProvider(parts: ProviderParts, keyring: Keyring): Provider {
  const provider = new Provider(parts.issuer, providerConfiguration(parts));
  // Requests come through `pinOrigin`, which says what the outside calls us.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function (secret) {
    // What the library calls the secret is its hash.
    return matchesSecret(keyring, Buffer.from(this.clientSecret ?? '', 'base64url'), secret);
  };
  provider.on('grant.error', logRefusal);
  provider.on('server_error', answerOutage);
  return provider;
}

/** Why a client got no token: it is not told. Reasons that quote what it sent have a cause, and stay out. */
function logRefusal({ oidc }: KoaContextWithOIDC, refusal: errors.OIDCProviderError): void {
  const { error: code, error_detail: reason, cause } = refusal;
  log.log({ msg: 'token refused', clientId: oidc.client?.clientId, code, ...(!cause && { reason }) });
}

/** The library has written a 500. A database that is out of reach is worth another try. */
function answerOutage(ctx: KoaContextWithOIDC, error: Error): void {
  const isOutage = error instanceof StoreUnavailable;
  if (isOutage) {
    ctx.status = 503;
    ctx.set('retry-after', '2');
    ctx.body = { error: 'temporarily_unavailable', error_description: 'try again' };
  }
  noteProblem(
    ctx.res,
    new Problem(isOutage ? 'unavailable' : 'internal', 'server_error', { cause: error.cause ?? error }),
  );
}
