import { PersonalDataStore, ResultStore } from '@governance/assessments';
import {
  BlockedAddresses,
  DeliveryBacklog,
  DeliveryQueue,
  type EmailBudget,
  ResendQueue,
} from '@governance/deliveries';
import { Keyring } from '@governance/keyring';
import { type DynamicModule, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type ProgramRole, Database, DatabaseProbe, openDatabase } from '@governance/postgres';
import { certificationPorts, certificationProviders } from './certification/certification.providers';
import { type DeliveryWork } from './delivery-work';
import { platformStorePorts, platformStoreProviders } from './platform-store.providers';
import { PostgresBlockedAddresses } from './postgres-blocked.addresses';
import { PostgresDeliveryBacklog } from './postgres-delivery.backlog';
import { PostgresDeliveryQueue } from './postgres-delivery.queue';
import { PostgresResendQueue } from './postgres-resend.queue';
import { PostgresPersonalDataStore } from './postgres-personal-data.store';
import { PostgresResultStore } from './postgres-result.store';
import { provideStore } from './provide-store';
import { RateLimits } from './rate-limits';

export interface PersistenceOptions {
  readonly databaseUrl: string;
  readonly keyringFile: string;
  readonly poolSize?: number;
  /** What a worker may send; the decided budgets when absent. */
  readonly emailBudgets?: readonly EmailBudget[];
  /** Certificates to one recipient that wait at the same time; the decided number when absent. */
  readonly recipientWaiting?: number;
  /** What a worker delivers; certificates when absent. */
  readonly deliveries?: DeliveryWork;
  /** How many credentials an organization may have; 1,000 when absent. */
  readonly credentialsPerOrganization?: number;
  /** As what the program uses the database (ADR 21). */
  readonly role: ProgramRole;
  /** Whether to refuse a login that is more or less than that; otherwise the log warns of it. */
  readonly requireRole?: boolean;
}

/** Binds the store ports to PostgreSQL. Connections close when the application has shut down. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: PostgresDeliveryQueue,
  ) {}

  static forRoot(options: PersistenceOptions): DynamicModule {
    const { keyringFile, emailBudgets: budgets, recipientWaiting, deliveries: work } = options;
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        { provide: Database, useFactory: () => open(options) },
        { provide: Keyring, useFactory: () => Keyring.load(keyringFile) },
        {
          provide: DatabaseProbe,
          useFactory: (database: Database) => new DatabaseProbe(database),
          inject: [Database],
        },
        provideStore(RateLimits, RateLimits),
        provideStore(ResultStore, PostgresResultStore),
        provideStore(PersonalDataStore, PostgresPersonalDataStore),
        ...certificationProviders,
        {
          provide: DeliveryQueue,
          useFactory: (database: Database, keyring: Keyring) =>
            new PostgresDeliveryQueue(database, keyring, { budgets, recipientWaiting, work }),
          inject: [Database, Keyring],
        },
        provideStore(ResendQueue, PostgresResendQueue),
        provideStore(BlockedAddresses, PostgresBlockedAddresses),
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
        DatabaseProbe,
        Keyring,
        PersonalDataStore,
        RateLimits,
        ResultStore,
        DeliveryBacklog,
        DeliveryQueue,
        ResendQueue,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await this.database.close();
  }
}

function open({ databaseUrl: url, poolSize, role, requireRole }: PersistenceOptions): Promise<Database> {
  const logger = new Logger('Database');
  const warn = (message: string): void => {
    logger.warn(message);
  };
  return openDatabase({ url, poolSize, role, requireRole, warn });
}
