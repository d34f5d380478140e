import { type ConnectionProblem } from '@governance/iam';
import { fetched, type Json, Unfetched } from '../network/fetched-json';
import { signingKeysIn } from '../network/signing-keys';
import { discoveryUrl, endpointsIn, isUsable } from '../network/upstream-address';
import { type UpstreamNetwork } from '../network/upstream-fetch';

const requiredEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];

/**
 * Fetches the discovery document and the key set of an issuer, as a sign-in does, and returns the first problem. Nothing that
 * the provider has answered leaves this function.
 */
export async function problemOfProvider(
  issuer: string,
  network: UpstreamNetwork,
): Promise<ConnectionProblem | undefined> {
  const metadata = await fetched(discoveryUrl(issuer), network);
  if (metadata instanceof Unfetched) return `discovery_${metadata.problem}`;
  const problem = problemOfMetadata(metadata, issuer);
  if (problem !== undefined) return problem;
  const keys = await fetched(String(metadata.jwks_uri), network);
  if (keys instanceof Unfetched) return `keys_${keys.problem}`;
  return signingKeysIn(keys).length > 0 ? undefined : 'keys_unusable';
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
