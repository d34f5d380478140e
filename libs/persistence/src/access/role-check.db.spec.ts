import { removePostgresData, startPostgres, urlAs } from '@governance/testing';
import { type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateSchema, openTestStores, type TestStores } from '../../spec/fixtures';
import { type ProgramRole, UnfitDatabaseRole } from '@governance/postgres';
import { PersistenceModule } from '../persistence.module';

const said: string[] = [];
const logger: LoggerService = {
  log: () => undefined,
  error: () => undefined,
  warn: (message: string) => said.push(message),
};

interface Start {
  readonly databaseUrl: string;
  readonly role?: ProgramRole;
  readonly requireRole: boolean;
}

describe('a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'role-check-spec-'));
  const dataDirectory = join(folder, 'data');
  let stores: TestStores;
  /** A superuser login. */
  let superuserUrl: string;
  const ownUrl = (role: string): Promise<string> => urlAs(stores.testDatabase.url, role);

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    stores = await openTestStores();
    const server = await startPostgres({ dataDirectory, durable: false });
    const url = new URL(server.url);
    url.username = 'postgres';
    url.password = readFileSync(join(server.directory, 'password'), 'utf8');
    superuserUrl = url.href;
    await migrateSchema(superuserUrl);
  });
  beforeEach(() => said.splice(0));
  afterAll(async () => {
    await stores.close();
    await removePostgresData(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });

  async function start({ role = 'governance_public_api', ...options }: Start): Promise<void> {
    const persistence = PersistenceModule.forRoot({ ...options, role, keyringFile: stores.keyringFile });
    const app = await NestFactory.createApplicationContext(persistence, { logger, abortOnError: false });
    await app.close();
  }

  it('starts as its own role without a warning', async () => {
    await start({ databaseUrl: await ownUrl('governance_public_api'), requireRole: true });
    expect(said).toEqual([]);
  });

  const unfit: [string, () => Promise<string> | string, string][] = [
    ['a superuser', () => superuserUrl, 'the database role postgres bypasses row-level security'],
    ['the owner of the tables', () => stores.testDatabase.url, 'owns tables'],
    [
      'another program',
      () => ownUrl('governance_platform_worker'),
      'has the rights of governance_platform_worker, lacks those of governance_public_api',
    ],
  ];

  it.each(unfit)('does not start as %s when its own role is required § V13.2.1', async (_, url, words) => {
    const starting = start({ databaseUrl: await url(), requireRole: true });
    await expect(starting).rejects.toThrow(UnfitDatabaseRole);
    await expect(starting).rejects.toThrow(words);
    await expect(starting).rejects.toThrow('log in as a member of governance_public_api');
  });

  it.each(unfit)('starts as %s with a warning when it is not', async (_, url, words) => {
    await start({ databaseUrl: await url(), requireRole: false });
    expect(said).toEqual([expect.stringContaining(words)]);
  });
});
