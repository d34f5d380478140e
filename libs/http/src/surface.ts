import { type Problem, type ProblemKind } from '@governance/kernel';

/** What differs between the two surfaces in how they speak HTTP. */
export interface Surface {
  readonly name: 'public' | 'platform' | 'identity';
  /** spec 2.1: the public surface ignores members it does not know; on the platform a misspelt member must not pass. */
  readonly unknownMembers: 'ignore' | 'refuse';
  /** Headers of every response, whatever becomes of the request. */
  readonly headers: Readonly<Record<string, string>>;
  renderProblem(problem: Problem): object;
}

/** spec 7.1: error bodies are `{error: string}`. */
export const publicSurface: Surface = {
  name: 'public',
  unknownMembers: 'ignore',
  headers: { 'x-content-type-options': 'nosniff' },
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
 * The surface as browsers should reach it: over TLS only, once its base address says so (RFC 6797). In production alone,
 * because a browser remembers it of a host name for a year.
 */
export function overTls(
  surface: Surface,
  { environment, baseUrl }: { readonly environment: string; readonly baseUrl: string },
): Surface {
  if (environment !== 'production' || !baseUrl.startsWith('https://')) return surface;
  const headers = { ...surface.headers, 'strict-transport-security': 'max-age=31536000' };
  return { ...surface, headers };
}

/** What clients of the platform surface go by. */
export function errorCodeOf({ kind, code }: Pick<Problem, 'kind' | 'code'>): string {
  return code ?? platformCodes[kind];
}

/** Every code that an error body of the platform surface may have, sorted. */
export const platformErrorCodes: readonly string[] = [
  ...new Set([...Object.values(platformCodes), 'unsupported_api_version', 'step_up_required']),
].toSorted();

/** The versions of the platform surface that can be asked for (spec 9). */
export const supportedApiVersions: readonly string[] = ['1.0'];

/** Errors have the same shape as the step-up body of spec 7.2; spec 9.4: every response lists the versions. */
export const platformSurface: Surface = {
  name: 'platform',
  unknownMembers: 'refuse',
  headers: { 'x-content-type-options': 'nosniff', 'api-supported-versions': supportedApiVersions.join(', ') },
  renderProblem: (problem) => ({
    error: errorCodeOf(problem),
    error_description: problem.text,
    ...problem.members,
  }),
};
