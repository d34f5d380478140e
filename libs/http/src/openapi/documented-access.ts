import {
  type OperationObject,
  type SecurityRequirementObject,
  type SecuritySchemeObject,
} from '@nestjs/swagger';
import { type Route } from './routes';

type Declared = Pick<Route, 'access' | 'operation'>;

/** Whether a route is open to known callers only. */
export function needsToken({ access }: Declared): boolean {
  return access !== undefined && access.kind !== 'public';
}

/** The scheme and the permission that a route needs. No document can say how to call a closed route. */
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

/** What programs may want to know of an operation and OpenAPI has no member for. */
export function accessExtensions({ access, operation }: Declared): Readonly<Record<`x-${string}`, string>> {
  return {
    ...(access?.kind === 'permission' && { 'x-permission': access.permission }),
    ...(operation !== undefined && { 'x-step-up-operation': operation }),
  };
}

/** How operations that need a token are called, where the surface does not say it in words of its own. */
export const accessTokenScheme: SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: [
    'An access token of the issuer (RFC 9068), made for this surface: its `aud` is the address of this surface.',
    'What the caller may do is in its claim `permissions`, and whose data it is about in `org_id`; scopes permit nothing.',
    'People get one by signing in, machines by the client-credentials grant.',
  ].join(' '),
};

/** Whether any operation of a document is called with an access token. */
export function usesAccessToken(operations: readonly OperationObject[]): boolean {
  return operations.some(({ security = [] }) => security.some((scheme) => 'accessToken' in scheme));
}
