import { readSettings, tracingSettings } from '@governance/config';
import { TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { createWorker, type RunningProgram, SystemClock } from '@governance/runtime';
import { given, type Inbox, sharedPart, startInbox, urlAs } from '@governance/testing';
import { WorkerModule } from '../../src/worker.module';
import { type WorkerSettings } from '../../src/config';
import {
  platformBaseUrl,
  type PublicApp,
  publicBaseUrl,
  startPublicApp,
  withUnspentLimits,
} from './public-app';
import { roomyBudgets } from './roomy-budgets';
import { TestRecords } from './test-records';

type WorkerOptions = Partial<WorkerSettings> & { readonly records?: TestRecords; readonly clock?: Clock };

/** A public app with its worker. */
export interface AppWithWorker {
  readonly app: PublicApp;
  /** Refuses addresses that start with `later` for now, and with `gone` for good. */
  readonly inbox: Inbox;
  /** What the worker finds in the DNS. */
  readonly records: TestRecords;
  close(): Promise<void>;
}

const shared = sharedPart(() => startAppWithWorker());

/** The one that the files of a run share: each has its own addresses, domains and results. */
export async function sharedAppWithWorker(): Promise<AppWithWorker> {
  const parts = await shared();
  await withUnspentLimits(parts.app);
  return parts;
}

/** The same, for the tests of a file. */
export function givenAppWithWorker(): Omit<AppWithWorker, 'close'> {
  const app = given(async () => (await sharedAppWithWorker()).app);
  const inbox = given(async () => (await shared()).inbox);
  const records = given(async () => (await shared()).records);
  return { app, inbox, records };
}

export async function startAppWithWorker({ reachable = false } = {}): Promise<AppWithWorker> {
  const app = await startPublicApp({ reachable, settings: { RESEND_LIMIT: 1_000 } });
  const inbox = await startInbox({
    onRecipient: (recipient) => {
      if (recipient.startsWith('gone')) throw smtpError(550);
      if (recipient.startsWith('later')) throw smtpError(450);
    },
  });
  const records = new TestRecords();
  const addresses = reachable && { PUBLIC_BASE_URL: app.origin, PLATFORM_BASE_URL: app.origin };
  const worker = await startWorker(app, inbox.smtpUrl, { ...addresses, records });
  return {
    app,
    inbox,
    records,
    close: async () => {
      await worker.close();
      await inbox.close();
      await app.close();
    },
  };
}

export function smtpError(responseCode: number, text = 'not now'): Error {
  return Object.assign(new Error(text), { responseCode });
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
    ...readSettings(tracingSettings, {}),
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
    AUDIT_MEMORY_FOLDER: undefined,
    CERTIFICATE_LOG_WITNESSES: undefined,
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
