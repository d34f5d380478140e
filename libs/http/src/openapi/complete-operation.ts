import { type Access } from '@governance/auth-guards';
import {
  type HeadersObject,
  type OperationObject,
  type ResponseObject,
  type SecurityRequirementObject,
} from '@nestjs/swagger';
import { supportedApiVersions, type Surface } from '../surface';
import { type ProblemDescription, problemsKey } from './api-problem.decorator';
import { sharedHeader, sharedHeaderNamed } from './documented-headers';
import { problemResponses } from './problem-responses';
import { readMetadata, type Route } from './routes';
import { sharedParameter } from './shared-parameters';

/** Adds to an operation what follows from its route and its surface: problems, access, common headers and parameters. */
export function completeOperation(operation: OperationObject, route: Route, surface: Surface): void {
  const problems = (readMetadata(problemsKey, route) ?? []) as readonly ProblemDescription[];
  const versioned = surface.name === 'platform';
  Object.assign(
    operation.responses,
    problemResponses(versioned ? [...problems, unsupportedVersion] : problems, route, surface),
  );
  for (const response of Object.values(operation.responses)) addHeaders(response as ResponseObject, surface);
  operation.parameters = [
    ...(operation.parameters ?? []),
    sharedParameter('X-Request-Id'),
    ...(versioned ? [sharedParameter('api-version')] : []),
  ];
  operation.security ??= securityOf(route.access);
}

/** spec 9.3 */
const unsupportedVersion: ProblemDescription = {
  kind: 'invalid',
  when: 'The `api-version` is malformed, not supported, or given twice with different values.',
  texts: [`this api-version is not supported; supported: ${supportedApiVersions.join(', ')}`],
  code: 'unsupported_api_version',
};

function addHeaders(response: ResponseObject, surface: Surface): void {
  const common = ['x-request-id', ...Object.keys(surface.headers)].map(
    (name): [string, HeadersObject[string]] => {
      const shared = sharedHeaderNamed(name);
      if (shared === undefined)
        throw new Error(`the header ${name} is sent with every response and not described`);
      return [shared, sharedHeader(shared)];
    },
  );
  response.headers = { ...Object.fromEntries(common), ...response.headers };
}

/** The scheme `accessToken` with the permission that a route needs. No document can say how to call a closed route. */
function securityOf(access: Access | undefined): SecurityRequirementObject[] {
  switch (access?.kind) {
    case 'public':
    case undefined:
      return [];
    case 'authenticated':
      return [{ accessToken: [] }];
    case 'permission':
      return [{ accessToken: [access.permission] }];
  }
}
