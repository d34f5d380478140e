import { type HeadersObject, type OperationObject, type ResponseObject } from '@nestjs/swagger';
import { ignoredVersionKey } from '../api-version.guard';
import { supportedApiVersions, type Surface } from '../surface';
import { accessProblems } from './access-problems';
import { isNeverRefused } from '../server/request-limit';
import { notedProblems, storeUnavailable } from './api-problem.decorator';
import { type ProblemDescription } from './define-problem';
import { codeSamplesOf } from './code-samples';
import { accessExtensions, needsToken, securityOf } from './documented-access';
import { optionalHeader, sharedHeader, sharedHeaderNamed } from './documented-headers';
import { problemResponses } from './problem-responses';
import { readMetadata, type Route } from './routes';
import { sharedParameter } from './shared-parameters';

/** Adds the parts of an operation that follow from its route and surface: problems, access, common headers, parameters and code samples. */
export function completeOperation(operation: OperationObject, route: Route, surface: Surface): void {
  const { responses } = operation;
  if (needsToken(route)) addHeaders(responses, noStore);
  Object.assign(responses, problemResponses(problemsOf(route, surface), route, surface));
  addHeaders(responses, commonHeaders(surface));
  if (route.anyOrigin) addHeaders(responses, anyOrigin);
  if (responses['503'] && !isNeverRefused(route.path)) addHeaders({ 503: responses['503'] }, ofOverload);
  operation.parameters = [
    ...(operation.parameters ?? []),
    sharedParameter('X-Request-Id'),
    ...(isVersioned(route, surface) ? [sharedParameter('api-version')] : []),
  ];
  operation.security ??= securityOf(route);
  Object.assign(operation, accessExtensions(route));
  const samples = codeSamplesOf(surface.name, operation.operationId);
  if (samples.length > 0) Object.assign(operation, { 'x-codeSamples': samples });
}

function problemsOf(route: Route, surface: Surface): readonly ProblemDescription[] {
  const version = isVersioned(route, surface) ? [unsupportedVersion] : [];
  const overload = isNeverRefused(route.path) ? [] : [storeUnavailable];
  const problems = [
    ...new Set([...notedProblems(route), ...version, ...accessProblems(route, surface), ...overload]),
  ];
  if (!needsToken(route)) return problems;
  return problems.map((problem) => ({ ...problem, headers: { ...noStore, ...problem.headers } }));
}

function isVersioned(route: Route, { name }: Surface): boolean {
  return name === 'platform' && readMetadata(ignoredVersionKey, route) !== true;
}

const noStore: HeadersObject = { 'Cache-Control': sharedHeader('Cache-Control') };

const anyOrigin: HeadersObject = {
  'Access-Control-Allow-Origin': sharedHeader('Access-Control-Allow-Origin'),
  'Access-Control-Expose-Headers': sharedHeader('Access-Control-Expose-Headers'),
};

/** An overloaded process refuses requests before it knows their route, so these headers are on every refusal. */
const ofOverload: HeadersObject = Object.fromEntries(
  Object.entries({ ...noStore, ...anyOrigin }).map(([name, header]) => [name, optionalHeader(header)]),
);

/** spec 9.3 */
const unsupportedVersion: ProblemDescription = {
  kind: 'invalid',
  when: 'The `api-version` is malformed, not supported, or given twice with different values.',
  texts: {
    [`this api-version is not supported; supported: ${supportedApiVersions.join(', ')}`]:
      'Send a supported version',
  },
  code: 'unsupported_api_version',
};

function commonHeaders(surface: Surface): HeadersObject {
  const headers = ['x-request-id', ...Object.keys(surface.headers)].map((name) => {
    const shared = sharedHeaderNamed(name);
    if (shared === undefined)
      throw new Error(`the header ${name} is sent with every response but not documented`);
    return [shared, sharedHeader(shared)] as const;
  });
  return Object.fromEntries(headers);
}

function addHeaders(responses: OperationObject['responses'], headers: HeadersObject): void {
  for (const response of Object.values(responses) as ResponseObject[]) {
    response.headers = { ...headers, ...response.headers };
  }
}
