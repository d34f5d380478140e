import { CampaignDrafts, PersonalDataStore, ResultStore } from '@governance/assessments';
import {
  BlockedAddresses,
  DeliveryBacklog,
  DeliveryProgressStore,
  DeliveryQueue,
  type EmailBudget,
  JobQueue,
  RateLimits,
  ResendQueue,
} from '@governance/deliveries';
import { Keyring } from '@governance/keyring';
import {
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import {
  type ProgramRole,
  Database,
  DatabaseProbe,
  openDatabase,
  PostgresJobQueue,
  ReadReplica,
} from '@governance/postgres';
import { Gauge, Registry } from 'prom-client';
import { certificationPorts, certificationProviders } from './results/certification/certification.providers';
import { type DeliveryWork } from './deliveries/delivery-work';
import {
  type PlatformStoreOptions,
  platformStorePorts,
  platformStoreProviders,
} from './platform-store.providers';
import { PostgresBlockedAddresses } from './addresses/postgres-blocked-addresses';
import { PostgresCampaignDraftStore } from './campaigns/postgres-campaign-draft.store';
import { PostgresDeliveryBacklog } from './deliveries/postgres-delivery-backlog';
import { PostgresDeliveryProgressStore } from './deliveries/postgres-delivery-progress.store';
import { PostgresDeliveryQueue } from './deliveries/postgres-delivery-queue';
import { PostgresResendQueue } from './deliveries/postgres-resend-queue';
import { PostgresPersonalDataStore } from './addresses/postgres-personal-data.store';
import { PostgresResultStore } from './results/postgres-result.store';
import { provideStore } from './provide-store';
import { PostgresRateLimits } from './limits/postgres-rate-limits';

export interface PersistenceOptions extends PlatformStoreOptions {
  readonly databaseUrl: string;
  /** A standby for reads that may be five seconds old. */
  readonly readUrl?: string | undefined;
  readonly keyringFile: string;
  readonly poolSize?: number;
  /** The email budgets of a worker. Default: the decided ones. */
  readonly emailBudgets?: readonly EmailBudget[];
  /** The number of certificates that may wait for one recipient. Default: the decided number. */
  readonly recipientWaiting?: number;
  /** The work of a worker. Default: certificates. */
  readonly deliveries?: DeliveryWork;
  /** The database role of the program (ADR 21). */
  readonly role: ProgramRole;
  /** Refuses a login with more or fewer rights than the role; otherwise the log warns of it. */
  readonly requireRole?: boolean;
}

const jobQueue = {
  provide: JobQueue,
  useFactory: (database: Database) => new PostgresJobQueue(database, 'public'),
  inject: [Database],
};

/** Binds the store ports to PostgreSQL. Connections close after the application has shut down. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: PostgresDeliveryQueue,
    @Inject(ReadReplica) private readonly replica: ReadReplica | undefined,
    @Inject(JobQueue) private readonly jobs: PostgresJobQueue,
  ) {}

  static forRoot(options: PersistenceOptions): DynamicModule {
    const { keyringFile, emailBudgets: budgets, recipientWaiting, deliveries: work } = options;
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        { provide: Database, useFactory: () => open(options) },
        { provide: Keyring, useFactory: () => Keyring.load(keyringFile) },
        provideStore(DatabaseProbe, DatabaseProbe),
        provideStore(RateLimits, PostgresRateLimits),
        ...readProviders(options),
        provideStore(PersonalDataStore, PostgresPersonalDataStore),
        ...certificationProviders,
        {
          provide: DeliveryQueue,
          useFactory: (database: Database, keyring: Keyring) =>
            new PostgresDeliveryQueue(database, keyring, { budgets, recipientWaiting, work }),
          inject: [Database, Keyring],
        },
        jobQueue,
        provideStore(ResendQueue, PostgresResendQueue),
        provideStore(DeliveryProgressStore, PostgresDeliveryProgressStore),
        provideStore(BlockedAddresses, PostgresBlockedAddresses),
        provideStore(CampaignDrafts, PostgresCampaignDraftStore),
        {
          provide: DeliveryBacklog,
          useFactory: (database: Database) => new PostgresDeliveryBacklog(database, work),
          inject: [Database],
        },
        ...platformStoreProviders(options),
      ],
      exports: [
        ...certificationPorts,
        ...platformStorePorts,
        BlockedAddresses,
        CampaignDrafts,
        DatabaseProbe,
        Keyring,
        PersonalDataStore,
        RateLimits,
        ResultStore,
        DeliveryBacklog,
        DeliveryProgressStore,
        DeliveryQueue,
        JobQueue,
        ResendQueue,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await this.replica?.close();
    await this.jobs.close();
    await this.database.close();
  }
}

function readProviders(options: PersistenceOptions): Provider[] {
  return [
    {
      provide: ReadReplica,
      useFactory: (database: Database, registry?: Registry) => openReplica(database, options, registry),
      inject: [Database, { token: Registry, optional: true }],
    },
    {
      provide: ResultStore,
      useFactory: (database: Database, keyring: Keyring, replica?: ReadReplica) =>
        new PostgresResultStore(database, keyring, replica),
      inject: [Database, Keyring, ReadReplica],
    },
  ];
}

function open({ databaseUrl: url, poolSize, role, requireRole }: PersistenceOptions): Promise<Database> {
  return openDatabase({ url, poolSize, role, requireRole, warn });
}

function openReplica(
  primary: Database,
  { readUrl: url, poolSize }: PersistenceOptions,
  registry: Registry | undefined,
): ReadReplica | undefined {
  if (url === undefined) return undefined;
  const replica = ReadReplica.open(primary, { url, warn, poolSize });
  if (registry) reportLag(replica, registry);
  return replica;
}

function reportLag(replica: ReadReplica, registry: Registry): void {
  const lag = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How far the read replica is behind; NaN if it is unknown, or more than a minute',
    registers: [registry],
    collect: async () => {
      lag.set(await replica.lagSeconds());
    },
  });
}

function warn(message: string): void {
  new Logger('Database').warn(message);
}
