import { type Caller, type StepUpClaims } from './caller';
import { type ClaimPath } from './claim-path';
import { ClaimReader } from './claim-reader';
import { type Claims } from './claims';
import { ClaimsRefused } from './claims-refused';
import { type IssuerProfile } from './issuer-profile';
import { isPermission, type Permission, serviceIdentityPermissions } from './permission';
import { permissionsOfRole } from './role';

/** The length limit of organization ids in the database. */
const longestOrgId = 128;

/**
 * The caller that the claims of a verified token describe. Signature, issuer, audience and times are already checked.
 * Throws `ClaimsRefused` (401) when a claim has the wrong type, or names several organizations, when the claims describe both
 * a machine and a person, or neither, and when the issuer may not issue this kind. The step-up claims are passed on unchanged.
 */
export function claimsToCaller(claims: Claims, profile: IssuerProfile): Caller {
  const reader = new ClaimReader(claims);
  const identity = identityOf(reader, profile);
  const described = description(reader, profile);
  const clientId = clientOf(reader);
  const emailVerified = isEmailVerified(reader, profile);
  const kind = kindOf(reader, profile);
  const common = { ...identity, ...rightsOf(reader, { kind, profile, scope: identity.scope }), ...described };
  if (!profile.issues.has(kind)) throw new ClaimsRefused(`the issuer may not issue tokens of a ${kind}`);
  if (kind === 'person') {
    return { kind, ...common, clientId, emailVerified, stepUp: stepUpClaims(reader, profile) };
  }
  if (clientId === undefined) throw new ClaimsRefused('a machine names no client');
  return {
    kind,
    ...common,
    clientId,
    // A service identity has no user permissions, even if its token names them.
    permissions: serviceIdentityPermissions(common.permissions),
  };
}

/** Does not use the format of `sub`, which clients and servers must not parse (spec 2.7). */
function kindOf(reader: ClaimReader, profile: IssuerProfile): Caller['kind'] {
  const subject = reader.id('sub');
  // Every claim is read, so that a wrong type is always refused.
  const signs = [
    reader.id('client_id') === subject,
    reader.id('azp') === subject,
    reader.text('gty') === 'client-credentials',
  ];
  const machine = signs.includes(true);
  const person = showsSession(reader, profile);
  // Machines are exempt from step-up: a token that also describes a person must not count as a machine's.
  if (machine === person)
    throw new ClaimsRefused(person ? 'both person and machine' : 'neither person nor machine');
  return person ? 'person' : 'machine';
}

function showsSession(reader: ClaimReader, profile: IssuerProfile): boolean {
  const signs = [reader.time('auth_time'), reader.id('sid')];
  return signs.some((sign) => sign !== undefined) || reader.firstOf(profile.sessionClaims) !== undefined;
}

function clientOf(reader: ClaimReader): string | undefined {
  const [clientId, azp] = [reader.id('client_id'), reader.id('azp')];
  if (clientId !== undefined && azp !== undefined && clientId !== azp) {
    throw new ClaimsRefused('client_id and azp differ');
  }
  return clientId ?? azp;
}

function identityOf(
  reader: ClaimReader,
  profile: IssuerProfile,
): Pick<Caller, 'issuer' | 'subject' | 'scope'> {
  if (reader.id('iss') !== profile.issuer) throw new ClaimsRefused('iss is another issuer');
  const subject = reader.id('sub');
  if (subject === undefined) throw new ClaimsRefused('sub is missing');
  return { issuer: profile.issuer, subject, scope: reader.text('scope') ?? '' };
}

interface RightsContext {
  readonly kind: Caller['kind'];
  readonly profile: IssuerProfile;
  readonly scope: string;
}

/**
 * What a caller may do, and where. The platform itself writes both claims for a machine (ADR 7): they count if the token has
 * none where the profile, which describes those of people too, looks for it.
 */
function rightsOf(reader: ClaimReader, context: RightsContext): Pick<Caller, 'orgId' | 'permissions'> {
  const written =
    context.kind === 'person'
      ? undefined
      : { orgId: reader.id('org_id', longestOrgId), permissions: reader.texts('permissions') };
  return {
    orgId: orgIdOf(reader, context.profile) ?? written?.orgId,
    permissions: permissionsOf(reader, context, written?.permissions),
  };
}

/** Never the first of several organizations: the caller would act for one that it did not choose. */
function orgIdOf(reader: ClaimReader, { places }: IssuerProfile): string | undefined {
  const { orgId, listsOrganizations } = places;
  return listsOrganizations ? reader.onlyId(orgId, longestOrgId) : reader.id(orgId, longestOrgId);
}

function permissionsOf(
  reader: ClaimReader,
  { kind, profile, scope }: RightsContext,
  written: readonly string[] = [],
): ReadonlySet<Permission> {
  const { places, rolePermissions, needsApiScope } = profile;
  if (rolePermissions === undefined) {
    return new Set((reader.texts(places.permissions) ?? written).filter(isPermission));
  }
  const ofRoles = rolesOf(reader, profile).flatMap((name) => {
    const role = rolePermissions.get(name);
    return role === undefined ? [] : [...permissionsOfRole(role)];
  });
  // Decisions 3: a token that asks to read alone keeps the permissions that read. Such an issuer narrows nothing itself.
  const scopes = new Set(scope.split(' '));
  const [reads, writes] = [scopes.has('api:full:read'), scopes.has('api:full:write')];
  // Any client of the realm gets tokens of a person; only one that asked for the API acts here for that person.
  if (kind === 'person' && needsApiScope && !reads && !writes) return new Set();
  const readsAlone = reads && !writes;
  const granted = ofRoles.length > 0 ? ofRoles : written.filter(isPermission);
  return new Set(granted.filter((permission) => !readsAlone || permission.endsWith(':read')));
}

/** Empty when unknown; of the organization absent. */
function description(
  reader: ClaimReader,
  profile: IssuerProfile,
): Pick<Caller, 'email' | 'name' | 'roles' | 'orgName' | 'hasOtherOrgs'> {
  const { emails, name, orgName, hasOtherOrgs } = profile.places;
  const orgPlace = reader.firstOf(orgName);
  return {
    orgName: orgPlace && reader.firstText(orgPlace),
    hasOtherOrgs: reader.flag(hasOtherOrgs),
    email: firstText(
      reader,
      emails.map(({ address }) => address),
    ),
    name: firstText(reader, name),
    roles: rolesOf(reader, profile),
  };
}

function firstText(reader: ClaimReader, places: readonly ClaimPath[]): string {
  const place = reader.firstOf(places);
  return (place && reader.text(place)) ?? '';
}

function rolesOf(reader: ClaimReader, { places }: IssuerProfile): readonly string[] {
  const place = reader.firstOf(places.roles);
  return (place && reader.texts(place)) ?? [];
}

/** Reads the claim that belongs to the same address. */
function isEmailVerified(reader: ClaimReader, { places }: IssuerProfile): boolean {
  // Every claim is read, so that a wrong type is always refused.
  const said = places.emails.map(({ address, verified }) => ({
    isShown: reader.has(address),
    isVerified: verified !== undefined && reader.flag(verified) === true,
  }));
  const shown = said.find(({ isShown }) => isShown) ?? said.at(-1);
  return shown?.isVerified ?? false;
}

/** spec 5.3.3. Of the places for the time of the second factor, the most exact one is first. */
function stepUpClaims(reader: ClaimReader, { places, acrValues, window }: IssuerProfile): StepUpClaims {
  const mfaAtPlace = reader.firstOf(places.mfaAt);
  const mfaAt = mfaAtPlace === undefined ? timeOfAcr(reader, acrValues) : reader.raw(mfaAtPlace);
  if (window === 'policy') return { mfaAt, mfaMaxAge: undefined, window };
  const maxAgePlace = reader.firstOf(places.mfaMaxAge);
  return { mfaAt, mfaMaxAge: maxAgePlace && reader.raw(maxAgePlace) };
}

/** `auth_time` can be younger than the factor, so it counts only for the values of `acr` that the profile lists. */
function timeOfAcr(reader: ClaimReader, acrValues: ReadonlySet<string> | undefined): number | undefined {
  const acr = acrValues && reader.text('acr');
  return acr !== undefined && acrValues?.has(acr) === true ? reader.time('auth_time') : undefined;
}
