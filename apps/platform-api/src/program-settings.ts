import { acceptedIssuersOf, type TokenSettings } from '@governance/auth-guards';
import { type issuerSettings } from '@governance/config';
import { invitationBudgets } from '@governance/deliveries';
import { type PersistenceOptions } from '@governance/persistence';
import { type ProgramRole } from '@governance/postgres';
import { invitationLimitsOf } from '@governance/runtime';
import { type ApiSettings, type WorkerSettings } from './config';
import { type ProtectedResource } from './resource-metadata/protected-resource';

/** The database and its role. In production a login with more rights than `role` is refused. */
export function persistenceOf(
  settings: Pick<ApiSettings, 'DATABASE_URL' | 'KEYRING_FILE' | 'ENVIRONMENT'> &
    Partial<Pick<ApiSettings, 'DATABASE_READ_URL'>>,
  role: ProgramRole,
): PersistenceOptions {
  return {
    databaseUrl: settings.DATABASE_URL,
    readUrl: settings.DATABASE_READ_URL,
    keyringFile: settings.KEYRING_FILE,
    role,
    requireRole: settings.ENVIRONMENT === 'production',
  };
}

/** The same for the worker, which sends the mails of organizations. */
export function workerPersistenceOf(settings: WorkerSettings): PersistenceOptions {
  return {
    ...persistenceOf(settings, 'governance_platform_worker'),
    deliveries: 'invitations',
    emailBudgets: invitationBudgets(invitationLimitsOf(settings)),
  };
}

/** What OAuth clients learn about the surface. spec 5.2.2: its URL is the audience of its tokens. */
export function protectedResourceOf(
  settings: Pick<ApiSettings, 'PLATFORM_BASE_URL' | 'OIDC_ISSUER'>,
): ProtectedResource {
  return { identifier: settings.PLATFORM_BASE_URL, authorizationServer: settings.OIDC_ISSUER };
}

/** Which tokens are accepted, and how their claims are read. */
export function tokenSettingsOf(
  settings: Pick<ApiSettings, keyof typeof issuerSettings | 'OIDC_ISSUER' | 'PLATFORM_BASE_URL'>,
): TokenSettings {
  return {
    issuers: acceptedIssuersOf({
      issuer: settings.OIDC_ISSUER,
      jwksUri: settings.OIDC_JWKS_URI,
      entries: settings.OIDC_ISSUERS_FILE,
      claimsNamespace: settings.CLAIMS_NAMESPACE,
      audience: audienceOf(settings),
    }),
  };
}

/** spec 5.2.2 */
export function audienceOf(settings: Pick<ApiSettings, 'TOKEN_AUDIENCE' | 'PLATFORM_BASE_URL'>): string {
  return settings.TOKEN_AUDIENCE ?? settings.PLATFORM_BASE_URL;
}
