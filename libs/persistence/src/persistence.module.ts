import { ResultStore } from '@governance/assessments';
import { DeliveryQueue } from '@governance/deliveries';
import { Keyring } from '@governance/keyring';
import {
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from './database';
import { DatabaseProbe } from './database-probe';
import { PostgresDeliveryQueue } from './postgres-delivery.queue';
import { PostgresResultStore } from './postgres-result.store';

export interface PersistenceOptions {
  readonly databaseUrl: string;
  readonly keyringFile: string;
  readonly poolSize?: number;
}

/** Binds the store ports to PostgreSQL. Connections close when the application has shut down. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: PostgresDeliveryQueue,
  ) {}

  static forRoot({ databaseUrl, keyringFile, poolSize }: PersistenceOptions): DynamicModule {
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
        provideStore(ResultStore, PostgresResultStore),
        provideStore(DeliveryQueue, PostgresDeliveryQueue),
      ],
      exports: [DatabaseProbe, Keyring, ResultStore, DeliveryQueue],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await this.database.close();
  }
}

function provideStore<Port>(
  port: abstract new () => Port,
  Store: new (database: Database, keyring: Keyring) => Port,
): FactoryProvider<Port> {
  return {
    provide: port,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring),
    inject: [Database, Keyring],
  };
}
