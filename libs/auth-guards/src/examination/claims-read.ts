import { type ClaimPath, ClaimReader, type Claims, type IssuerProfile } from '@governance/iam';
import { shownValue } from '../shown-value';

/** A claim that the guard reads, and where it found it. */
export interface ClaimRead {
  /** What the claim is for, by its name in the issuer's profile. */
  readonly name: string;
  /** The places that count, the first one first. */
  readonly places: readonly string[];
  /** Absent: the token has none of the places. */
  readonly foundAt?: string;
  /** For the operator: short, printable ASCII. */
  readonly value?: string;
}

/** The claims that describe a caller of this issuer, in a fixed order. Reads the places that the guard reads. */
export function claimsRead(
  claims: Claims,
  { places, sessionClaims, acrValues }: IssuerProfile,
): readonly ClaimRead[] {
  const reader = new ClaimReader(claims);
  const read = (name: string, among: readonly (string | ClaimPath)[]): ClaimRead => {
    const found = reader.firstOf(among);
    return {
      name,
      places: among.map(nameOf),
      ...(found !== undefined && { foundAt: nameOf(found), value: shown(reader.raw(found)) }),
    };
  };
  const session = ['auth_time', 'sid', ...sessionClaims];
  // For a machine, the claims that the platform itself writes count too.
  const orWritten = (place: ClaimPath, name: string): readonly (string | ClaimPath)[] =>
    place.name === name || reader.firstOf(session) !== undefined ? [place] : [place, name];
  return [
    read('sub', ['sub']),
    read('client', ['client_id', 'azp']),
    read('sign of a machine', ['gty']),
    read('sign of a person', session),
    read('org_id', orWritten(places.orgId, 'org_id')),
    read('org_name', places.orgName),
    read('scope', ['scope']),
    read('permissions', orWritten(places.permissions, 'permissions')),
    read('roles', places.roles),
    read('mfa_at', [...places.mfaAt, ...(acrValues ? ['acr'] : [])]),
    read('mfa_max_age', places.mfaMaxAge),
    read(
      'email',
      places.emails.map(({ address }) => address),
    ),
    read(
      'email_verified',
      places.emails.flatMap(({ verified }) => verified ?? []),
    ),
    read('name', places.name),
  ];
}

function nameOf(place: string | ClaimPath): string {
  return typeof place === 'string' ? place : place.name;
}

/** Objects show their names, such as the organizations of a list. */
function shown(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject) return `{${Object.keys(value).slice(0, 5).map(shownValue).join(', ')}}`;
  return typeof value === 'boolean' ? String(value) : shownValue(value);
}
