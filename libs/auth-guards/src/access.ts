import { type Permission } from '@governance/iam';
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Who may call a route. Every route declares it; one that does not is closed to everybody. */
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
}

export interface ManagementTokenAccess {
  readonly kind: 'management-token';
}

export interface CallerRequirements {
  readonly inOrganization?: boolean;
}

export const accessKey = 'access';

/** Opens a route to everybody: no token is looked at. */
export function Public(): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'public' } satisfies Access);
}

/** Opens a route to whoever has a valid token; with `inOrganization`, one that names an organization. */
export function Authenticated({ inOrganization = false }: CallerRequirements = {}): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'authenticated', inOrganization } satisfies Access);
}

/** Opens a route to another program of ours, which shows the management token: no caller is known. */
export function RequireManagementToken(): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'management-token' } satisfies Access);
}

/** Opens a route to callers who hold the permission (spec 5.2.5), in an organization unless that is said not to matter. */
export function RequirePermission(
  permission: Permission,
  { inOrganization = true }: CallerRequirements = {},
): CustomDecorator {
  return SetMetadata(accessKey, { kind: 'permission', permission, inOrganization } satisfies Access);
}
