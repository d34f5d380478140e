import { domainOf, signInKey } from '@governance/deliveries';
import { type UpstreamConnection } from '../organizations/ways.store';

/** Entra ID of one tenant. `common` and `organizations` are not: every user can have a tenant. */
const entraTenant =
  /^https:\/\/login\.(?:microsoftonline\.com|microsoftonline\.us|partner\.microsoftonline\.cn)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0\/?$/;

/** The tenant of all personal Microsoft accounts. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/**
 * Whether the provider of a connection asserts this canonical address as verified. Entra ID omits `email_verified`; that counts
 * as verified for an issuer of one tenant, inside the domains that the organization has proven.
 */
export function isVerified(
  email: string,
  verified: unknown,
  { issuer, provenDomains }: Pick<UpstreamConnection, 'issuer' | 'provenDomains'>,
): boolean {
  if (verified !== undefined) return verified === true;
  return isSingleTenant(issuer) && provenDomains.includes(domainOf(signInKey(email)));
}

function isSingleTenant(issuer: string): boolean {
  const [, tenant] = entraTenant.exec(issuer) ?? [];
  return tenant !== undefined && tenant !== personalAccounts;
}
