import { Database, DatabaseProbe, openDatabase } from '@governance/postgres';
import { type FactoryProvider } from '@nestjs/common';
import { type ServerSettings } from '../config';
import { warnOfDatabase } from './warn-of-database';

export function databaseProviders({
  DATABASE_URL: url,
  ENVIRONMENT,
}: Pick<ServerSettings, 'DATABASE_URL' | 'ENVIRONMENT'>): readonly FactoryProvider[] {
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
