import { TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { createWorker, type RunningProgram, SystemClock } from '@governance/runtime';
import { urlAs } from '@governance/testing';
import { WorkerModule } from '../../src/worker.module';
import { type WorkerSettings } from '../../src/config';
import { platformBaseUrl, type PublicApp, publicBaseUrl, startPublicApp } from './public-app';
import { roomyBudgets } from './roomy-budgets';
import { TestRecords } from './test-records';

type WorkerOptions = Partial<WorkerSettings> & { readonly records?: TestRecords; readonly clock?: Clock };

/** A public app and its worker, whose mail server is unreachable. `close` ends both. */
export async function startAppWithWorker(options?: WorkerOptions): Promise<PublicApp> {
  const app = await startPublicApp();
  const worker = await startWorker(app, 'smtp://127.0.0.1:1', options);
  return { ...app, close: () => worker.close().then(() => app.close()) };
}

/** The delivery worker beside a public app, in this process, with the real browser and the given DNS and clock. */
export async function startWorker(
  app: PublicApp,
  smtpUrl: string,
  { records = new TestRecords(), clock = new SystemClock(), ...settings }: WorkerOptions = {},
): Promise<RunningProgram> {
  const module = WorkerModule.forRoot({
    MANAGEMENT_PORT: 0,
    LOG_LEVEL: 'info',
    ENVIRONMENT: 'development',
    PUBLIC_BASE_URL: publicBaseUrl,
    PLATFORM_BASE_URL: platformBaseUrl,
    DATABASE_URL: await urlAs(app.databaseUrl, 'governance_public_worker'),
    KEYRING_FILE: app.keyringFile,
    ISSUER_KEYS_FILE: app.issuerKeysFile,
    SMTP_URL: smtpUrl,
    SMTP_REQUIRE_TLS: false,
    MAIL_FROM: 'AI Governance Assessment <certificates@example.org>',
    PERSONAL_DATA_DAYS: 365,
    BROWSER_URL: undefined,
    BROWSER_EXECUTABLE: process.env.BROWSER_EXECUTABLE,
    ...roomyBudgets,
    ...settings,
  });
  // The last provider of a token wins.
  const providers = [
    ...(module.providers ?? []),
    { provide: TxtResolver, useValue: records },
    { provide: Clock, useValue: clock },
  ];
  return createWorker({ module: { ...module, providers }, logger: false });
}
