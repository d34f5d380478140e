import { PersonalDataStore, ResultStore } from '@governance/assessments';
import { DeliveryBacklog, DeliveryQueue, type EmailBudget, ResendQueue } from '@governance/deliveries';
import { Keyring } from '@governance/keyring';
import {
  type Abstract,
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from './database';
import { DatabaseProbe } from './database-probe';
import { PostgresDeliveryBacklog } from './postgres-delivery.backlog';
import { PostgresDeliveryQueue } from './postgres-delivery.queue';
import { PostgresResendQueue } from './postgres-resend.queue';
import { PostgresPersonalDataStore } from './postgres-personal-data.store';
import { PostgresResultStore } from './postgres-result.store';
import { RateLimits } from './rate-limits';

export interface PersistenceOptions {
  readonly databaseUrl: string;
  readonly keyringFile: string;
  readonly poolSize?: number;
  /** What a worker may send; the decided budgets when absent. */
  readonly emailBudgets?: readonly EmailBudget[];
}

/** Binds the store ports to PostgreSQL. Connections close when the application has shut down. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: PostgresDeliveryQueue,
  ) {}

  static forRoot({ databaseUrl, keyringFile, poolSize, emailBudgets }: PersistenceOptions): DynamicModule {
    const logger = new Logger('Database');
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        {
          provide: Database,
          useFactory: () =>
            Database.open({
              url: databaseUrl,
              ...(poolSize !== undefined && { poolSize }),
              onConnectionLost: ({ message }) => {
                logger.warn(`connection lost: ${message}`);
              },
            }),
        },
        { provide: Keyring, useFactory: () => Keyring.load(keyringFile) },
        {
          provide: DatabaseProbe,
          useFactory: (database: Database) => new DatabaseProbe(database),
          inject: [Database],
        },
        provideStore(RateLimits, RateLimits),
        provideStore(ResultStore, PostgresResultStore),
        provideStore(PersonalDataStore, PostgresPersonalDataStore),
        {
          provide: DeliveryQueue,
          useFactory: (database: Database, keyring: Keyring) =>
            new PostgresDeliveryQueue(database, keyring, emailBudgets),
          inject: [Database, Keyring],
        },
        provideStore(ResendQueue, PostgresResendQueue),
        provideStore(DeliveryBacklog, PostgresDeliveryBacklog),
      ],
      exports: [
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

function provideStore<Port>(
  port: Abstract<Port>,
  Store: new (database: Database, keyring: Keyring) => Port,
): FactoryProvider<Port> {
  return {
    provide: port,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring),
    inject: [Database, Keyring],
  };
}
