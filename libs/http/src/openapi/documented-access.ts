import {
  type OperationObject,
  type SecurityRequirementObject,
  type SecuritySchemeObject,
} from '@nestjs/swagger';
import { type Route } from './routes';

type Declared = Pick<Route, 'access' | 'operation' | 'kind'>;

/** Whether a route needs a token. */
export function needsToken({ access }: Declared): boolean {
  return access !== undefined && access.kind !== 'public';
}

/** The security scheme and the permission of a route. A closed route cannot be documented. */
export function securityOf({ access }: Declared): SecurityRequirementObject[] {
  switch (access?.kind) {
    case 'public':
    case undefined:
      return [];
    case 'authenticated':
      return [{ accessToken: [] }];
    case 'permission':
      return [{ accessToken: [access.permission] }];
    case 'management-token':
      return [{ managementToken: [] }];
  }
}

/** Facts about an operation for which OpenAPI has no member. */
export function accessExtensions({
  access,
  operation,
  kind,
}: Declared): Readonly<Record<`x-${string}`, string>> {
  return {
    ...(access?.kind === 'permission' && { 'x-permission': access.permission }),
    ...(operation !== undefined && { 'x-step-up-operation': operation }),
    ...(kind !== undefined && { 'x-step-up-kind': kind }),
  };
}

/** The default description of access tokens, for surfaces without their own. */
export const accessTokenScheme: SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: [
    'An access token of the issuer (RFC 9068) for this surface: its `aud` is the URL of this surface.',
    'The claim `permissions` contains the permissions of the caller, and `org_id` the organization. Scopes grant no permissions.',
    'Users get a token by signing in, machines with the client-credentials grant.',
  ].join(' '),
};

/** Whether any operation of a document needs an access token. */
export function usesAccessToken(operations: readonly OperationObject[]): boolean {
  return operations.some(({ security = [] }) => security.some((scheme) => 'accessToken' in scheme));
}
