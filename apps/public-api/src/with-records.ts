import { settingsOrExit } from '@governance/config';
import { PersistenceModule } from '@governance/persistence';
import { withModule } from '@governance/runtime';
import { type INestApplicationContext } from '@nestjs/common';
import { readRecordsSettings } from './config';

/** Works with the stores as the commands of operators may use them. */
export function withRecords<Result>(
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, KEYRING_FILE: keyringFile } = settingsOrExit(readRecordsSettings);
  return withModule(
    PersistenceModule.forRoot({ databaseUrl, keyringFile, role: 'governance_commands' }),
    work,
  );
}
