import { type Caller } from './caller';
import { ClaimReader, type Claims } from './claim-reader';
import { ClaimsRefused } from './claims-refused';
import { type IssuerProfile } from './issuer-profile';
import { isPermission, type Permission, serviceIdentityPermissions } from './permission';

/** The length limit of organization ids in the database. */
const longestOrgId = 128;

/**
 * The caller that the claims of a verified token describe. Signature, issuer, audience and times are already checked.
 * Throws `ClaimsRefused` (401) when a claim has the wrong type, or when the claims describe both a machine and a person, or
 * neither. The step-up claims are passed on unchanged.
 */
export function claimsToCaller(claims: Claims, profile: IssuerProfile): Caller {
  const reader = new ClaimReader(claims);
  const common = { ...standing(reader, profile), ...description(reader, profile) };
  const clientId = clientOf(reader);
  const emailVerified = isEmailVerified(reader, profile);
  if (kindOf(reader, profile) === 'person') {
    const { claimsNamespace } = profile;
    const stepUp = {
      mfaAt: reader.raw(`${claimsNamespace}mfa_at`),
      mfaMaxAge: reader.raw(`${claimsNamespace}mfa_max_age`),
    };
    return { kind: 'person', ...common, clientId, emailVerified, stepUp };
  }
  if (clientId === undefined) throw new ClaimsRefused('a machine names no client');
  return {
    kind: 'machine',
    ...common,
    clientId,
    // A service identity has no user permissions, even if its token names them.
    permissions: serviceIdentityPermissions(common.permissions),
  };
}

/** Does not use the format of `sub`, which clients and servers must not parse (spec 2.7). */
function kindOf(reader: ClaimReader, profile: IssuerProfile): 'person' | 'machine' {
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
  return signs.some((sign) => sign !== undefined) || profile.sessionClaims.some((name) => reader.has(name));
}

function clientOf(reader: ClaimReader): string | undefined {
  const [clientId, azp] = [reader.id('client_id'), reader.id('azp')];
  if (clientId !== undefined && azp !== undefined && clientId !== azp) {
    throw new ClaimsRefused('client_id and azp differ');
  }
  return clientId ?? azp;
}

type Standing = Pick<Caller, 'issuer' | 'subject' | 'orgId' | 'scope' | 'permissions'>;

function standing(reader: ClaimReader, profile: IssuerProfile): Standing {
  if (reader.id('iss') !== profile.issuer) throw new ClaimsRefused('iss is another issuer');
  const subject = reader.id('sub');
  if (subject === undefined) throw new ClaimsRefused('sub is missing');
  const permissions: ReadonlySet<Permission> = new Set(reader.texts('permissions')?.filter(isPermission));
  return {
    issuer: profile.issuer,
    subject,
    orgId: reader.id('org_id', longestOrgId),
    scope: reader.text('scope') ?? '',
    permissions,
  };
}

/** From the namespaced claims, otherwise the standard ones, otherwise empty. */
function description(
  reader: ClaimReader,
  { claimsNamespace }: IssuerProfile,
): Pick<Caller, 'email' | 'name' | 'roles'> {
  return {
    email: reader.text(`${claimsNamespace}email`) ?? reader.text('email') ?? '',
    name: reader.text(`${claimsNamespace}name`) ?? reader.text('name') ?? '',
    roles: reader.texts(`${claimsNamespace}roles`) ?? reader.texts('roles') ?? [],
  };
}

/** Reads the claim that belongs to the same address. */
function isEmailVerified(reader: ClaimReader, { claimsNamespace }: IssuerProfile): boolean {
  const [own, standard] = [reader.flag(`${claimsNamespace}email_verified`), reader.flag('email_verified')];
  return (reader.has(`${claimsNamespace}email`) ? own : standard) ?? false;
}
