import { createWorker, type RunningProgram } from '@governance/runtime';
import { urlAs } from '@governance/testing';
import { WorkerModule } from '../../src/worker.module';
import { type WorkerSettings } from '../../src/config';
import { platformBaseUrl, type PublicApp, publicBaseUrl } from './public-app';
import { roomyBudgets } from './roomy-budgets';

/** The delivery worker beside a public app, in this process, with the real browser. */
export async function startWorker(
  app: PublicApp,
  smtpUrl: string,
  settings: Partial<WorkerSettings> = {},
): Promise<RunningProgram> {
  return createWorker({
    module: WorkerModule.forRoot({
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
      BROWSER_EXECUTABLE: process.env.BROWSER_EXECUTABLE,
      ...roomyBudgets,
      ...settings,
    }),
    logger: false,
  });
}
