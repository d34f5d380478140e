import type * as openid from 'openid-client';

/** Everything that a person may do. */
const defaultScope = 'openid profile email offline_access api:full:read api:full:write';

interface Place {
  readonly scope?: string | undefined;
  readonly organization?: string | undefined;
}

/** Keycloak names an organization in the scope, and its metadata say so. The embedded provider has a parameter. */
export function placeOf(
  config: openid.Configuration,
  { scope = defaultScope, organization }: Place,
): { readonly scope: string; readonly organization?: string } {
  if (organization === undefined) return { scope };
  if (config.serverMetadata().scopes_supported?.includes('organization') !== true)
    return { scope, organization };
  // Its scope `organization:*` means all of them at once.
  return { scope: `${scope} organization${organization === '*' ? '' : `:${organization}`}` };
}
