import { type Permission } from '@governance/iam';
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Who may call a route. A route that does not declare it is closed. */
export type Access = PublicAccess | AuthenticatedAccess | PermissionAccess | ManagementTokenAccess;

export interface PublicAccess {
  readonly kind: 'public';
}

export interface AuthenticatedAccess {
  readonly kind: 'authenticated';
  /** Whether the token must name an organization. */
  readonly inOrganization: boolean;
}

export interface PermissionAccess {
  readonly kind: 'permission';
  readonly permission: Permission;
  /** Whether the token must name an organization. */
  readonly inOrganization: boolean;
  /** Present on routes that are closed to machines, with any permission. */
  readonly peopleOnly?: true;
}

export interface ManagementTokenAccess {
  readonly kind: 'management-token';
}

export interface CallerRequirements {
  readonly inOrganization?: boolean;
}

export interface PermissionRequirements extends CallerRequirements {
  /** Closes the route to machines. */
  readonly peopleOnly?: true;
}

export const accessKey = 'access';

/** Opens a route to every client; no token is read. */
export function Public(): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'public' } satisfies Access);
}

/** Opens a route to callers with a valid token; with `inOrganization`, the token must name an organization. */
export function Authenticated({ inOrganization = false }: CallerRequirements = {}): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'authenticated', inOrganization } satisfies Access);
}

/** Opens a route to another program of ours that sends the management token. Such a request has no caller. */
export function RequireManagementToken(): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'management-token' } satisfies Access);
}

/** Opens a route to callers with the permission (spec 5.2.5), by default only in an organization. */
export function RequirePermission(
  permission: Permission,
  { inOrganization = true, ...more }: PermissionRequirements = {},
): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'permission', permission, inOrganization, ...more } satisfies Access);
}
