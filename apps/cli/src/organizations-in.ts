interface OrganizationClaims {
  /** Of the embedded provider. */
  readonly org_id?: unknown;
  /** Of Keycloak: a text, a list, or an object whose members are the organizations. */
  readonly organization?: unknown;
}

/** The organizations that an access token names; none if it is not a JWT. Nothing is verified: the service does that. */
export function organizationsIn(accessToken: string): readonly string[] {
  const { org_id: orgId, organization } = claimsOf(accessToken);
  const named = orgId ?? organization;
  const names: unknown[] = isObject(named) ? Object.keys(named) : [named].flat();
  return names.filter((name) => typeof name === 'string');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function claimsOf(accessToken: string): OrganizationClaims {
  const [, payload = ''] = accessToken.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as OrganizationClaims | null;
    return claims ?? {};
  } catch {
    return {};
  }
}
