import { type ConnectionProblem, type FetchProblem } from '@governance/iam';
import { endpointsIn, isUsable } from './upstream-address';
import { upstreamFetch, type UpstreamNetwork, UpstreamStrays } from './upstream-fetch';

type Json = Readonly<Record<string, unknown>>;

const requiredEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];

/** Why a document could not be fetched. */
class Unfetched extends Error {
  override readonly name = 'Unfetched';

  constructor(readonly problem: FetchProblem) {
    super();
  }
}

/**
 * Fetches the discovery document and the key set of an issuer, as a sign-in does, and returns the first problem. Nothing that
 * the provider has answered leaves this function.
 */
export async function problemOfProvider(
  issuer: string,
  network: UpstreamNetwork,
): Promise<ConnectionProblem | undefined> {
  const metadata = await fetched(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, network);
  if (metadata instanceof Unfetched) return `discovery_${metadata.problem}`;
  const problem = problemOfMetadata(metadata, issuer);
  if (problem !== undefined) return problem;
  const keys = await fetched(String(metadata.jwks_uri), network);
  if (keys instanceof Unfetched) return `keys_${keys.problem}`;
  return hasUsableKey(keys) ? undefined : 'keys_unusable';
}

function problemOfMetadata(metadata: Json, issuer: string): ConnectionProblem | undefined {
  // OpenID Connect Discovery 1.0, 4.3. Like a sign-in, it accepts a difference in the last slash.
  if (URL.parse(String(metadata.issuer))?.href !== new URL(issuer).href) return 'issuer_mismatch';
  if (!requiredEndpoints.every((name) => URL.canParse(String(metadata[name])))) return 'endpoint_missing';
  if (!endpointsIn(metadata).every((endpoint) => isUsable(endpoint, issuer))) return 'endpoint_without_tls';
  const { response_types_supported: types, id_token_signing_alg_values_supported: algorithms } = metadata;
  if (!offers(types, /^code$/)) return 'code_flow_unsupported';
  if (!offers(metadata.token_endpoint_auth_methods_supported, /^client_secret_(?:basic|post)$/)) {
    return 'client_authentication_unsupported';
  }
  return offers(algorithms, /^(?:RS|PS|ES|Ed)/) ? undefined : 'signing_unsupported';
}

/** Whether a list in the metadata has a matching value. The defaults of absent lists suffice. */
function offers(list: unknown, pattern: RegExp): boolean {
  return list === undefined || (Array.isArray(list) && list.some((value) => pattern.test(String(value))));
}

function hasUsableKey({ keys }: Json): boolean {
  return Array.isArray(keys) && keys.some((key) => isObject(key) && isPublicKey(key));
}

function isPublicKey({ kty, use }: Json): boolean {
  return ['RSA', 'EC', 'OKP'].includes(String(kty)) && (use === undefined || use === 'sig');
}

/** A JSON object, or why there is none. */
async function fetched(url: string, network: UpstreamNetwork): Promise<Json | Unfetched> {
  try {
    const request = { method: 'GET', headers: { accept: 'application/json' }, redirect: 'manual' } as const;
    const answer = await upstreamFetch(url, network)(url, { ...request, body: undefined });
    if (answer.status !== 200) return new Unfetched('status');
    const body: unknown = await answer.json().catch(() => undefined);
    return isObject(body) ? body : new Unfetched('not_json');
  } catch (error) {
    return new Unfetched(problemOfFetch(error));
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOfFetch(error: unknown): FetchProblem {
  if (error instanceof UpstreamStrays) return error.reason === 'origin' ? 'unreachable' : error.reason;
  const cause = innermostCauseOf(error);
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(cause)) return 'unresolved';
  if (/TimeoutError|AbortError|ABORT_ERR|ETIMEDOUT/.test(cause)) return 'timeout';
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(cause)
    ? 'tls'
    : 'unreachable';
}

/** The innermost cause in words: its code, or else its name and message. */
function innermostCauseOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('cause' in error && error.cause !== undefined) return innermostCauseOf(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return `${memberOf(error, 'name')} ${memberOf(error, 'message')}`;
}

function memberOf(error: object, name: string): string {
  return String((error as Readonly<Record<string, unknown>>)[name]);
}
