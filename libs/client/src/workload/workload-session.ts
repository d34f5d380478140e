import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { findProvider, type Provider } from '../auth/provider';
import { grantedTokens, RequestedTokens } from '../auth/requested-tokens';
import { originOf } from '../auth/token-origin';
import { type TokenSource } from '../auth/token-source';
import { type BoundTokens, type Tokens } from '../auth/tokens';
import { AssertionRefusedError, refusalOf } from './assertion-refused-error';
import { type AssertionSource, noAssertion } from './assertion-source';

export interface WorkloadSessionOptions {
  /** The URL of the platform surface. */
  readonly apiUrl: string;
  /** Of the trust rule. */
  readonly clientId: string;
  /** The tokens of the workload's own platform. */
  readonly assertions: AssertionSource;
  /** The audience of the trust rule: by default the identity provider. */
  readonly audience?: string | undefined;
  /** `api:full:read api:full:write`, or one of them. Both if absent. */
  readonly scope?: string;
  /** Stores new tokens. Awaited before they are used. */
  readonly onTokens?: (tokens: BoundTokens) => Promise<void> | void;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

/** RFC 7523, 2.1: the assertion is the grant. */
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** RFC 7523, 2.2: the assertion authenticates the client, as at Keycloak. */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * The tokens of a machine without a secret: it exchanges the token that its own platform has signed, by a trust rule of the
 * organization. They are requested when needed, kept until they end, and requested once for concurrent calls.
 */
export class WorkloadSession implements TokenSource {
  readonly #options: WorkloadSessionOptions;
  readonly #tokens = new RequestedTokens(() => this.exchange());
  #provider: Provider | undefined;

  constructor(options: WorkloadSessionOptions) {
    this.#options = options;
  }

  get apiUrl(): string {
    return this.#options.apiUrl;
  }

  /** @throws AssertionRefusedError, or another SignInError: `no_assertion` if the platform gives no token. */
  token(signal?: AbortSignal): Promise<string> {
    return this.#tokens.token(signal);
  }

  discard(token: string): void {
    this.#tokens.discard(token);
  }

  private async exchange(): Promise<Tokens> {
    const { scope, onTokens } = this.#options;
    const provider = (this.#provider ??= await findProvider(this.#options));
    const { config, resource } = provider;
    const parameters = { resource, ...(scope !== undefined && { scope }) };
    const tokens = await grantedTokens(async () => {
      // Another one for each attempt: the rule can accept each once.
      const assertion = await this.assertion(config.serverMetadata().issuer);
      return requested(config, assertion, parameters);
    }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    await onTokens?.({ ...tokens, origin: originOf(provider) });
    return tokens;
  }

  /** A token for another audience stays here: who gets it could use it there. */
  private async assertion(issuer: string): Promise<string> {
    const { assertions, audience = issuer } = this.#options;
    const assertion = await assertions(audience);
    const audiences = audiencesIn(assertion);
    if (audiences.length === 1 && audiences[0] === audience) return assertion;
    throw new AssertionRefusedError('aud', {
      check: `ask the platform for a token for ${audience}, and for no other audience`,
    });
  }
}

function requested(
  config: openid.Configuration,
  assertion: string,
  parameters: Record<string, string>,
): ReturnType<typeof openid.genericGrantRequest> {
  if (hasExchange(config.serverMetadata()))
    return openid.genericGrantRequest(config, grantType, { ...parameters, assertion });
  const client = { client_assertion_type: assertionType, client_assertion: assertion };
  return openid.genericGrantRequest(config, 'client_credentials', { ...parameters, ...client });
}

/** Whether the provider has the grant, for clients that have nothing but the assertion. One that does not say so may have it. */
function hasExchange({
  grant_types_supported: grants,
  token_endpoint_auth_methods_supported: methods,
}: openid.ServerMetadata): boolean {
  return (grants?.includes(grantType) ?? true) && (methods?.includes('none') ?? true);
}

/** @throws SignInError if it is no JWT, such as another file. */
function audiencesIn(assertion: string): readonly string[] {
  try {
    return [decodeJwt(assertion).aud ?? []].flat();
  } catch {
    throw noAssertion('the platform has given something else than a JWT: nothing was sent');
  }
}
