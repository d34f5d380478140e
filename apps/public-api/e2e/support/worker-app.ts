import { createHttpApp, publicSurface } from '@governance/http';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { WorkerModule } from '../../src/worker.module';
import { platformBaseUrl, type PublicApp, publicBaseUrl } from './public-app';

/** The delivery worker beside a public app, in this process, with the real browser. */
export async function startWorker(app: PublicApp, smtpUrl: string): Promise<NestExpressApplication> {
  const worker = await createHttpApp({
    module: WorkerModule.forRoot({
      MANAGEMENT_PORT: 0,
      ENVIRONMENT: 'development',
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      DATABASE_URL: app.databaseUrl,
      KEYRING_FILE: app.keyringFile,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'AI Governance Assessment <certificates@example.org>',
      BROWSER_EXECUTABLE: process.env.BROWSER_EXECUTABLE,
    }),
    surface: publicSurface,
    logger: false,
  });
  await worker.listen(0, '127.0.0.1');
  return worker;
}
