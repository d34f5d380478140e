import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentToken } from './development-token';
import { type Mailbox, startMailbox } from './mailbox';
import { ProcessRecord } from './process-record';
import { sampleAssessment } from './sample-assessment';
import { removeData, startDatabase, type StackDatabase } from './stack-database';
import { type StackDescription, type StackPlace } from './stack-description';
import { makeFolder, type StackFiles, stackFiles, writeJson } from './stack-files';
import { seed, type Seeded } from './seed/seed';
import { assertPortsFree } from './stack-ports';
import { StackPrograms } from './stack-programs';
import { StackSecrets } from './stack-secrets';
import { type StackSettings } from './stack-settings';
import { upstreamPlan, type UpstreamPlan } from './upstream/upstream-plan';
import { type Terminal } from './terminal';
import { type WatchedPrograms } from './watched-programs';

export interface DevStackOptions {
  /** The workspace: programs are below `dist`, data below `.dev`. */
  readonly root: string;
  readonly settings: StackSettings;
  readonly terminal: Terminal;
  /** The environment that the programs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the start early; the caller must still call `stop`. */
  readonly signal: AbortSignal;
  readonly watched: WatchedPrograms;
}

interface StackParts {
  readonly database: StackDatabase;
  readonly mailbox: Mailbox;
  readonly secrets: StackSecrets;
  readonly upstream: UpstreamPlan;
}

/** The whole service on one machine: started in order, stopped in reverse. */
export class DevStack {
  readonly files: StackFiles;
  /** Rejects if a part ends unexpectedly, or if no launcher is left to stop us. */
  readonly broken: Promise<never>;
  private readonly onEnd: (reason: Error) => void;
  private readonly closers: (() => Promise<void> | void)[] = [];
  private programs: StackPrograms | undefined;

  constructor(private readonly options: DevStackOptions) {
    this.files = stackFiles(options.root);
    ({ promise: this.broken, reject: this.onEnd } = Promise.withResolvers<never>());
    // It can reject before a listener exists.
    this.broken.catch(() => undefined);
  }

  get watched(): WatchedPrograms {
    return this.options.watched;
  }

  /** @throws if a part cannot be started; `stop` ends the parts started so far. */
  async start({ fresh }: { fresh: boolean }): Promise<StackDescription> {
    const { settings, terminal, signal } = this.options;
    makeFolder(this.files);
    const record = await ProcessRecord.claim(this.files.processes);
    this.closers.push(() => {
      record.release();
    });
    void record.launchersEnded().then(() => {
      this.onEnd(new Error('The command that started the stack has ended.'));
    });
    rmSync(this.files.description, { force: true });
    await assertPortsFree(settings);
    if (fresh) await removeData(settings, this.files);
    mkdirSync(this.files.auditMemory, { recursive: true });
    const secrets = StackSecrets.open(this.files.secrets);
    terminal.step('Starting the database and the mailbox');
    const database = await this.startDatabase();
    const mailbox = await this.startMailbox();
    signal.throwIfAborted();
    const parts = { database, mailbox, secrets, upstream: this.planUpstream(secrets) };
    const programs = await this.startPrograms(record, parts);
    const place = this.placeOf(parts, programs);
    terminal.step('Adding users and machines');
    const { managementPorts } = programs;
    const witnesses = programs.witnesses.describe();
    const seeded = await this.seed(place, parts, programs);
    const description = { ...place, managementPorts, witnesses, ...seeded };
    await this.describe(description, programs);
    return description;
  }

  /** Shows all output of the programs from now on. */
  listen(): void {
    this.programs?.listen();
  }

  /** Resolves when no process is left. */
  async stop(): Promise<void> {
    if (this.programs) this.options.terminal.step('Stopping');
    for (const close of this.closers.toReversed()) await close();
  }

  /** Does not let the programs finish their work; the caller must still await `stop`. */
  hurry(): void {
    this.programs?.kill();
  }

  private async startDatabase(): Promise<StackDatabase> {
    const { settings, terminal } = this.options;
    const database = await startDatabase(settings, this.files);
    if (database.place !== this.files.database) terminal.step(`The data is in ${database.place}`);
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

  private async startPrograms(
    record: ProcessRecord,
    { database, mailbox, secrets, upstream }: StackParts,
  ): Promise<StackPrograms> {
    const { terminal } = this.options;
    const programs = new StackPrograms({
      ...this.options,
      record,
      files: this.files,
      onEnd: this.onEnd,
      databaseUrl: database.url,
      smtpUrl: mailbox.smtpUrl,
      managementToken: secrets.managementToken,
      upstreamIssuer: upstream.issuer,
    });
    this.programs = programs;
    this.closers.push(() => programs.stop());
    terminal.step('Preparing the schemas and the keys');
    await programs.prepare();
    terminal.step('Starting the services');
    await programs.start();
    return programs;
  }

  private planUpstream(secrets: StackSecrets): UpstreamPlan {
    const { settings } = this.options;
    const issuer = `http://127.0.0.1:${settings.UPSTREAM_PORT}`;
    const plan = upstreamPlan({ issuer, identityUrl: settings.OIDC_ISSUER, secrets });
    writeJson(this.files.upstream, plan);
    return plan;
  }

  private placeOf({ database, mailbox, secrets, upstream }: StackParts, programs: StackPrograms): StackPlace {
    const { settings } = this.options;
    return {
      publicUrl: settings.PUBLIC_BASE_URL,
      platformUrl: settings.PLATFORM_BASE_URL,
      issuer: settings.OIDC_ISSUER,
      machineIssuer: settings.OIDC_ISSUER,
      tokenEndpoint: `${settings.OIDC_ISSUER}/token`,
      claimsNamespace: settings.CLAIMS_NAMESPACE,
      databaseUrl: database.url,
      mailbox: { url: mailbox.url, api: mailbox.api, smtp: mailbox.smtpUrl },
      identity: { managementUrl: programs.managementUrl, managementToken: secrets.managementToken },
      upstream: { issuer: upstream.issuer },
    };
  }

  private async seed(
    place: StackPlace,
    { secrets, upstream }: StackParts,
    programs: StackPrograms,
  ): Promise<Seeded> {
    const { root, signal } = this.options;
    return seed({
      ...place,
      managementUrl: place.identity.managementUrl,
      secrets,
      upstream,
      writeHistory: (orgId) => programs.writeHistory(orgId),
      tokenOf: (email) => developmentToken(email, { ...place, root, files: this.files }, signal),
      signal,
    });
  }

  private async describe(description: StackDescription, programs: StackPrograms): Promise<void> {
    const sample = JSON.stringify(sampleAssessment('assessor@example.com'), null, 2);
    writeFileSync(this.files.sample, `${sample}\n`);
    const { description: file, operators } = this.files;
    this.closers.push(() => {
      for (const made of [file, operators]) rmSync(made, { force: true });
    });
    writeJson(operators, await programs.operatorSettings());
    writeJson(file, description);
  }
}
