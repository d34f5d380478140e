import { readSettings, tracingSettings } from '@governance/config';
import { createWorker, type RunningProgram, type WorkerOptions } from '@governance/runtime';
import { until, urlAs } from '@governance/testing';
import { WorkerModule } from '../../src/worker.module';
import { type CredentialsApp } from './credentials-app';
import { mailSettings } from './mail-settings';
import { withIdentityProvider } from './with-identity-provider';

/** The number of unfinished credential changes. */
export async function unfinished({ sql }: Pick<CredentialsApp, 'sql'>): Promise<number> {
  return (await sql('SELECT id FROM credential_intents')).length;
}

interface WorkerPlace {
  /** The mail server; absent: a port without a listener. */
  readonly smtpUrl?: string;
  readonly logger?: WorkerOptions['logger'];
}

/** The platform worker beside an app, in this process, with the same provider. Ends the lease of every held change. */
export async function startReconciler(
  app: CredentialsApp,
  { smtpUrl = 'smtp://127.0.0.1:1', logger = false }: WorkerPlace = {},
): Promise<RunningProgram> {
  await app.sql(`UPDATE credential_intents SET lease_until = now() - interval '1 second'`);
  const module = WorkerModule.forRoot({
    MANAGEMENT_PORT: 0,
    PUBLIC_BASE_URL: 'https://assess.example.org',
    RECONCILE_SECONDS: 1,
    AUDIT_RETENTION_DAYS: 400,
    EXPIRED_INVITATION_DAYS: 30,
    LOG_LEVEL: 'info',
    ...readSettings(tracingSettings, {}),
    ENVIRONMENT: 'staging',
    DATABASE_URL: await urlAs(app.databaseUrl, 'governance_platform_worker'),
    KEYRING_FILE: app.keyringFile,
    OIDC_ISSUER: app.issuer.issuer,
    IDENTITY_PROVIDER: 'embedded',
    IDENTITY_MANAGEMENT_URL: undefined,
    KEYCLOAK_URL: undefined,
    KEYCLOAK_CLIENT_ID: 'governance-service',
    KEYCLOAK_CLIENT_SECRET: undefined,
    KEYCLOAK_CLIENT_SECRET_FILE: undefined,
    KEYCLOAK_CLIENT_PREFIX: 'governance-m2m-',
    IDENTITY_MANAGEMENT_TOKEN: 'management-token-unused-0123456789',
    ...mailSettings(smtpUrl),
  });
  return createWorker({ module: withIdentityProvider(module, app.provider), logger });
}

export async function untilSettled(app: Pick<CredentialsApp, 'sql'>): Promise<void> {
  await until(async () => (await unfinished(app)) === 0);
}
