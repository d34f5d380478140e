import { type Problem, type ProblemKind } from '@governance/kernel';

/** The HTTP differences between the surfaces. */
export interface Surface {
  readonly name: 'public' | 'platform' | 'identity';
  /** spec 2.1: the public surface ignores unknown members; the platform refuses them, to report misspelled members. */
  readonly unknownMembers: 'ignore' | 'refuse';
  /** Headers of every response, errors included. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL of the surface's metadata for OAuth clients (RFC 9728), if it has any. */
  readonly resourceMetadataUrl?: string;
  renderProblem: (problem: Problem) => object;
}

/**
 * Headers of every response, against a browser that shows it: no guessed type, and nothing to load, run or embed. A page
 * sends its own policy instead.
 */
export const browserHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/**
 * Of an answer that signs a person out: pages that the browser keeps for the Back button are gone too. Not `"cookies"`, which
 * would delete those of all hosts below the registrable domain, also the one of the provider's session that the redirect
 * needs; each cookie is cleared by its name. Not `"storage"`: on the same origin the site keeps unfinished assessments.
 */
export const signedOutHeaders = { 'clear-site-data': '"cache"' } as const;

/** spec 7.1: error bodies are `{error: string}`. */
export const publicSurface: Surface = {
  name: 'public',
  unknownMembers: 'ignore',
  headers: browserHeaders,
  renderProblem: ({ text }) => ({ error: text }),
};

const platformCodes: Record<ProblemKind, string> = {
  invalid: 'invalid_request',
  unauthenticated: 'invalid_token',
  forbidden: 'insufficient_permissions',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  conflict: 'conflict',
  too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  expectation_failed: 'invalid_request',
  unprocessable: 'invalid_request',
  too_many: 'too_many_requests',
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
};

/**
 * Adds HSTS (RFC 6797) if the base URL uses TLS. Only in production, because browsers remember it for a host name for a
 * year.
 */
export function overTls(
  surface: Surface,
  { environment, baseUrl }: { readonly environment: string; readonly baseUrl: string },
): Surface {
  if (environment !== 'production' || !baseUrl.startsWith('https://')) return surface;
  const headers = { ...surface.headers, 'strict-transport-security': 'max-age=31536000' };
  return { ...surface, headers };
}

/** RFC 9728, 5.1: the challenge of a 401 names the metadata of the surface. */
export function problemHeaders(
  { kind, headers }: Pick<Problem, 'kind' | 'headers'>,
  { resourceMetadataUrl }: Pick<Surface, 'resourceMetadataUrl'>,
): Readonly<Record<string, string>> {
  const challenge = headers['www-authenticate'];
  if (kind !== 'unauthenticated' || challenge === undefined || resourceMetadataUrl === undefined) {
    return headers;
  }
  const separator = challenge.includes(' ') ? ', ' : ' ';
  return {
    ...headers,
    'www-authenticate': `${challenge}${separator}resource_metadata="${resourceMetadataUrl}"`,
  };
}

/** The error code for clients of the platform surface. */
export function errorCodeOf({ kind, code }: Pick<Problem, 'kind' | 'code'>): string {
  return code ?? platformCodes[kind];
}

/** Every error code of the platform surface, sorted. */
export const platformErrorCodes: readonly string[] = [
  ...new Set([...Object.values(platformCodes), 'unsupported_api_version', 'step_up_required']),
].toSorted();

/** The supported versions of the platform surface (spec 9). */
export const supportedApiVersions: readonly string[] = ['1.0'];

/** Errors have the format of the step-up body of spec 7.2; spec 9.4: every response lists the versions. */
export const platformSurface: Surface = {
  name: 'platform',
  unknownMembers: 'refuse',
  headers: { ...browserHeaders, 'api-supported-versions': supportedApiVersions.join(', ') },
  renderProblem: (problem) => ({
    error: errorCodeOf(problem),
    error_description: problem.text,
    ...problem.members,
  }),
};
