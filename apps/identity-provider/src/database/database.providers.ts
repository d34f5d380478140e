import { Database, DatabaseProbe, openDatabase } from '@governance/postgres';
import { type FactoryProvider } from '@nestjs/common';
import { warnOfDatabase } from './warn-of-database';

interface DatabaseSettings {
  readonly DATABASE_URL: string;
  readonly ENVIRONMENT: string;
}

export function databaseProviders({
  DATABASE_URL: url,
  ENVIRONMENT,
}: DatabaseSettings): readonly FactoryProvider[] {
  const requireRole = ENVIRONMENT === 'production';
  return [
    {
      provide: Database,
      useFactory: () => openDatabase({ url, role: 'governance_identity', requireRole, warn: warnOfDatabase }),
    },
    {
      provide: DatabaseProbe,
      useFactory: (database: Database) => new DatabaseProbe(database),
      inject: [Database],
    },
  ];
}
