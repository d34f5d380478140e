import { type Caller } from './caller';
import { ClaimPath } from './claim-path';
import { type Role } from './role';

/** How the tokens of an issuer are read, with every path parsed. */
export interface IssuerProfile {
  /** The exact value of `iss`. */
  readonly issuer: string;
  /** The kinds of caller whose tokens are accepted. */
  readonly issues: ReadonlySet<Caller['kind']>;
  readonly places: ClaimPlaces;
  /** Our role of each role that the issuer names. Present: permissions come from roles, and no permission claim is read. */
  readonly rolePermissions?: ReadonlyMap<string, Role> | undefined;
  /** Whether a person's token has permissions of roles only if it was asked for with a scope of the API. */
  readonly needsApiScope: boolean;
  /** Claims that indicate a user session at this issuer, besides `auth_time` and `sid`. */
  readonly sessionClaims: readonly ClaimPath[];
  /** The values of `acr` whose `auth_time` counts as the time of the second factor, if no claim names that time. */
  readonly acrValues?: ReadonlySet<string> | undefined;
  /** Where the second-factor window comes from: the token, or our policies for an issuer that cannot say it. */
  readonly window: 'token' | 'policy';
}

/** Where a token has each claim. Of several places the first one that the token has counts. */
export interface ClaimPlaces {
  readonly orgId: ClaimPath;
  /** Whether the issuer lists organizations, as Keycloak does. A list with two of them is refused. */
  readonly listsOrganizations: boolean;
  readonly orgName: readonly ClaimPath[];
  readonly hasOtherOrgs: ClaimPath;
  readonly permissions: ClaimPath;
  readonly mfaAt: readonly ClaimPath[];
  readonly mfaMaxAge: readonly ClaimPath[];
  readonly emails: readonly EmailPlace[];
  readonly name: readonly ClaimPath[];
  readonly roles: readonly ClaimPath[];
}

/** An address, and the claim that says whether this address is verified. Absent: no claim says it. */
export interface EmailPlace {
  readonly address: ClaimPath;
  readonly verified?: ClaimPath | undefined;
}

/** The claims that a profile can name. */
export const mappedClaims = [
  'org_id',
  'org_name',
  'permissions',
  'mfa_at',
  'mfa_max_age',
  'email',
  'email_verified',
  'name',
  'roles',
] as const;

export type MappedClaim = (typeof mappedClaims)[number];

/** An issuer as the settings describe it. Absent members have the value of the embedded provider. */
export interface IssuerDescription {
  readonly issuer: string;
  /** A URL ending in `/`; the claim is `<claimsNamespace>mfa_at`. */
  readonly claimsNamespace: string;
  readonly issues?: readonly ('people' | 'machines')[] | undefined;
  readonly claims?: Readonly<Partial<Record<MappedClaim, string | undefined>>> | undefined;
  readonly rolePermissions?: Readonly<Record<string, Role>> | undefined;
  /** Default: required. `none`: the issuer has no such scopes, and every client that gets its tokens is trusted. */
  readonly apiScopes?: 'required' | 'none' | undefined;
  readonly sessionClaims?: readonly string[] | undefined;
  readonly freshness?: 'mfa_at' | 'acr' | undefined;
  readonly acrValues?: readonly string[] | undefined;
  readonly window?: 'token' | 'policy' | undefined;
}

const kinds = { people: 'person', machines: 'machine' } as const;

export function issuerProfileOf({
  issuer,
  issues = ['people', 'machines'],
  rolePermissions,
  apiScopes = 'required',
  sessionClaims = [],
  freshness = 'mfa_at',
  acrValues = [],
  window = 'token',
  ...description
}: IssuerDescription): IssuerProfile {
  return {
    issuer,
    issues: new Set(issues.map((kind) => kinds[kind])),
    places: placesOf(description),
    rolePermissions: rolePermissions && new Map(Object.entries(rolePermissions)),
    needsApiScope: apiScopes === 'required',
    sessionClaims: sessionClaims.map((name) => new ClaimPath(name)),
    acrValues: freshness === 'acr' ? new Set(acrValues) : undefined,
    window,
  };
}

function placesOf({
  claimsNamespace,
  claims = {},
}: Pick<IssuerDescription, 'claimsNamespace' | 'claims'>): ClaimPlaces {
  const own = (name: MappedClaim): ClaimPath => new ClaimPath(claimsNamespace + name);
  const chosen = (name: MappedClaim): readonly ClaimPath[] => {
    const path = claims[name];
    return path === undefined ? [own(name), new ClaimPath(name)] : [new ClaimPath(path)];
  };
  // Our own step-up claims count even where the profile names others: an issuer that can write them is exact.
  const orOwn = (name: MappedClaim): readonly ClaimPath[] => {
    const path = claims[name];
    return path === undefined ? [own(name)] : [own(name), new ClaimPath(path)];
  };
  return {
    orgId: new ClaimPath(claims.org_id ?? 'org_id'),
    listsOrganizations: claims.org_id !== undefined,
    orgName: chosen('org_name'),
    hasOtherOrgs: new ClaimPath(`${claimsNamespace}has_other_orgs`),
    permissions: new ClaimPath(claims.permissions ?? 'permissions'),
    mfaAt: orOwn('mfa_at'),
    mfaMaxAge: orOwn('mfa_max_age'),
    emails: emailsOf(claimsNamespace, claims),
    name: chosen('name'),
    roles: chosen('roles'),
  };
}

/** A statement about one address must not count for another one, so the two places belong together. */
function emailsOf(
  claimsNamespace: string,
  { email, email_verified: verified }: NonNullable<IssuerDescription['claims']>,
): readonly EmailPlace[] {
  const standard = new ClaimPath(verified ?? 'email_verified');
  if (email !== undefined) {
    const isSaid = verified !== undefined || email === 'email';
    return [{ address: new ClaimPath(email), verified: isSaid ? standard : undefined }];
  }
  const own = {
    address: new ClaimPath(`${claimsNamespace}email`),
    verified: new ClaimPath(`${claimsNamespace}email_verified`),
  };
  return [own, { address: new ClaimPath('email'), verified: standard }];
}
