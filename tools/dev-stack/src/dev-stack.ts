import { freePort } from '@governance/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mailbox, startMailbox } from './mailbox';
import { ProcessRecord } from './process-record';
import { ProgramGroup } from './program-group';
import { sampleAssessment } from './sample-assessment';
import { removeData, startDatabase, type StackDatabase } from './stack-database';
import { type StackDescription, writeDescription } from './stack-description';
import { makeFolder, type StackFiles, stackFiles } from './stack-files';
import { assertPortsFree } from './stack-ports';
import { type StackSettings } from './stack-settings';
import { type Terminal } from './terminal';

export interface DevStackOptions {
  /** Of the workspace: programs are below `dist`, data below `.dev`. */
  readonly root: string;
  readonly settings: StackSettings;
  readonly terminal: Terminal;
  /** What the programs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the start early; `stop` is still to be called. */
  readonly signal: AbortSignal;
}

/** Everything of the service on one machine: started in order, stopped in the opposite order. */
export class DevStack {
  readonly files: StackFiles;
  /** Rejects when a part ends that should not, or when nobody is left to stop us. */
  readonly broken: Promise<never>;
  private readonly onEnd: (reason: Error) => void;
  private readonly closers: (() => Promise<void> | void)[] = [];
  private programs: ProgramGroup | undefined;

  constructor(private readonly options: DevStackOptions) {
    this.files = stackFiles(options.root);
    ({ promise: this.broken, reject: this.onEnd } = Promise.withResolvers<never>());
    // It may break while nobody listens yet.
    this.broken.catch(() => undefined);
  }

  /** @throws when something cannot be started; what has been started by then is for `stop` to end. */
  async start({ fresh }: { fresh: boolean }): Promise<StackDescription> {
    const { settings, terminal, signal } = this.options;
    makeFolder(this.files);
    const record = await ProcessRecord.claim(this.files.processes);
    this.closers.push(() => {
      record.release();
    });
    void record.launchersEnded().then(() => {
      this.onEnd(new Error('The command that started it has ended.'));
    });
    rmSync(this.files.description, { force: true });
    await assertPortsFree(settings);
    if (fresh) await removeData(settings, this.files);
    terminal.step('Starting the database and the mailbox');
    const database = await this.startDatabase();
    const mailbox = await this.startMailbox();
    signal.throwIfAborted();
    await this.startPrograms({ record, database, mailbox });
    return this.describe(database, mailbox);
  }

  /** Shows everything the programs say from now on. */
  listen(): void {
    this.programs?.listen();
  }

  /** Answers when no process is left. */
  async stop(): Promise<void> {
    if (this.programs) this.options.terminal.step('Stopping');
    for (const close of this.closers.toReversed()) await close();
  }

  /** Does not wait for the programs to finish what they do; `stop` is still to be awaited. */
  hurry(): void {
    this.programs?.kill();
  }

  private async startDatabase(): Promise<StackDatabase> {
    const { settings, terminal } = this.options;
    const database = await startDatabase(settings, this.files);
    if (database.place !== this.files.database) terminal.step(`The data is kept in ${database.place}`);
    let stopping = false;
    this.closers.push(() => {
      stopping = true;
      return database.stop();
    });
    void database.ended.then(() => {
      if (!stopping)
        this.onEnd(new Error(`The database ended. Its log: ${join(database.place, 'server.log')}`));
    });
    return database;
  }

  private async startMailbox(): Promise<Mailbox> {
    const { SMTP_PORT: smtp, MAILBOX_PORT: web } = this.options.settings;
    const mailbox = await startMailbox({ smtp, web });
    this.closers.push(() => mailbox.close());
    return mailbox;
  }

  private async startPrograms(parts: {
    record: ProcessRecord;
    database: StackDatabase;
    mailbox: Mailbox;
  }): Promise<void> {
    const { root, settings, terminal, signal } = this.options;
    const env = {
      ...this.options.env,
      ENVIRONMENT: 'development',
      PUBLIC_BASE_URL: settings.PUBLIC_BASE_URL,
      PLATFORM_BASE_URL: settings.PLATFORM_BASE_URL,
      DATABASE_URL: parts.database.url,
      KEYRING_FILE: this.files.keyring,
      SMTP_URL: parts.mailbox.smtpUrl,
      MAIL_FROM: settings.MAIL_FROM,
      OIDC_ISSUER: settings.OIDC_ISSUER,
      CLAIMS_NAMESPACE: settings.CLAIMS_NAMESPACE,
    };
    const { record } = parts;
    const group = new ProgramGroup({
      dist: join(root, 'dist'),
      record,
      terminal,
      env,
      signal,
      onEnd: this.onEnd,
    });
    this.programs = group;
    this.closers.push(() => group.stop());
    terminal.step('Preparing the schema and the keyring');
    await group.run({ name: 'migrate', script: ['apps/public-api/migrate.js'] });
    await group.run({ name: 'keys', script: ['apps/public-api/keys.js', 'init'] });
    terminal.step('Starting the services');
    await this.startServices(group);
  }

  private async startServices(group: ProgramGroup): Promise<void> {
    const { PUBLIC_PORT, PLATFORM_PORT } = this.options.settings;
    const management = [await freePort(), await freePort(), await freePort()].map(String);
    const [publicManagement = '', platformManagement = '', workerManagement = ''] = management;
    const local = (port: number | string, path: string) => `http://localhost:${port}${path}`;
    await Promise.all([
      group.start(
        {
          name: 'public',
          script: ['apps/public-api/main.js'],
          env: { PORT: String(PUBLIC_PORT), MANAGEMENT_PORT: publicManagement },
        },
        local(PUBLIC_PORT, '/health'),
      ),
      group.start(
        {
          name: 'platform',
          script: ['apps/platform-api/main.js'],
          env: { PORT: String(PLATFORM_PORT), MANAGEMENT_PORT: platformManagement },
        },
        local(PLATFORM_PORT, '/health'),
      ),
      group.start(
        { name: 'worker', script: ['apps/public-api/worker.js'], env: { MANAGEMENT_PORT: workerManagement } },
        local(workerManagement, '/health/ready'),
      ),
    ]);
  }

  private describe(database: StackDatabase, mailbox: Mailbox): StackDescription {
    const { settings } = this.options;
    const description = {
      publicUrl: settings.PUBLIC_BASE_URL,
      platformUrl: settings.PLATFORM_BASE_URL,
      issuer: settings.OIDC_ISSUER,
      claimsNamespace: settings.CLAIMS_NAMESPACE,
      databaseUrl: database.url,
      mailbox: { url: mailbox.url, api: mailbox.api, smtp: mailbox.smtpUrl },
    };
    const sample = JSON.stringify(sampleAssessment('assessor@example.com'), null, 2);
    writeFileSync(this.files.sample, `${sample}\n`);
    this.closers.push(() => {
      rmSync(this.files.description, { force: true });
    });
    writeDescription(this.files.description, description);
    return description;
  }
}
