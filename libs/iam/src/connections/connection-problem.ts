/** Why a document of a provider could not be fetched. */
const fetchProblems = {
  unresolved: 'its host name does not resolve',
  not_public: 'its host name leads to an address that is not public',
  unreachable: 'its host refuses or drops the connection',
  timeout: 'its host does not answer within 5 seconds',
  tls: 'its host has no valid TLS certificate for this name',
  redirect: 'its host answers with a redirect, which is not followed',
  status: 'its host does not answer with status 200',
  too_large: 'it is larger than 256 KiB',
  not_json: 'it is not a JSON object',
} as const;

const documents = { discovery: 'the discovery document', keys: 'the key set' } as const;

const otherProblems = {
  issuer_without_tls: 'the issuer must be an https URL',
  issuer_mismatch: 'the discovery document names another issuer: use exactly the issuer that it names',
  endpoint_missing:
    'the discovery document lacks authorization_endpoint, token_endpoint or jwks_uri, or one is not a URL',
  endpoint_without_tls: 'an endpoint in the discovery document is not an https URL',
  code_flow_unsupported: 'the provider does not support the response type code',
  client_authentication_unsupported:
    'the provider supports neither client_secret_basic nor client_secret_post',
  signing_unsupported: 'the provider signs ID tokens with no asymmetric algorithm',
  keys_unusable: 'the key set has no public key for signatures',
} as const;

export type FetchProblem = keyof typeof fetchProblems;

/** What is wrong with a provider, for sign-ins through it. */
export type ConnectionProblem = `${keyof typeof documents}_${FetchProblem}` | keyof typeof otherProblems;

const texts = new Map<string, string>([
  ...Object.entries(otherProblems),
  ...Object.entries(documents).flatMap(([document, subject]) =>
    Object.entries(fetchProblems).map(
      ([problem, why]) => [`${document}_${problem}`, `${subject} could not be used: ${why}`] as const,
    ),
  ),
]);

/** Every problem, in a fixed order. */
export const connectionProblems = [...texts.keys()] as readonly ConnectionProblem[];

/** The problem in one sentence, for an admin. It contains nothing that the provider has answered. */
export function connectionProblemText(problem: ConnectionProblem): string {
  return texts.get(problem) ?? problem;
}
