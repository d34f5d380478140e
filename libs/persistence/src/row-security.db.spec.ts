import { removePostgresData, startPostgres } from '@governance/testing';
import { type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateSchema, openTestStores, type TestStores } from '../spec/fixtures';
import { PersistenceModule } from './persistence.module';
import { checkRowSecurity, RowSecurityBypassed } from './row-security';

describe('a program whose database role obeys row-level security', () => {
  let stores: TestStores;
  beforeAll(async () => {
    stores = await openTestStores();
  });
  afterAll(() => stores.close());

  it('starts, and nothing is said', async () => {
    const warn = jest.fn();
    await checkRowSecurity(stores.database, { required: true, warn });
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a program whose database role is a superuser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'row-security-spec-'));
  const dataDirectory = join(folder, 'data');
  let stores: TestStores;
  let databaseUrl: string;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    stores = await openTestStores();
    const server = await startPostgres({ dataDirectory, durable: false });
    const url = new URL(server.url);
    url.username = 'postgres';
    url.password = readFileSync(join(server.directory, 'password'), 'utf8');
    databaseUrl = url.href;
    await migrateSchema(databaseUrl);
  });
  afterAll(async () => {
    await stores.close();
    await removePostgresData(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });

  const said: string[] = [];
  const logger: LoggerService = {
    log: () => undefined,
    error: () => undefined,
    warn: (message: string) => said.push(message),
  };

  async function start(requireRowSecurity: boolean): Promise<void> {
    const persistence = PersistenceModule.forRoot({
      databaseUrl,
      keyringFile: stores.keyringFile,
      requireRowSecurity,
    });
    const options = { logger, abortOnError: false };
    const app = await NestFactory.createApplicationContext(persistence, options);
    await app.close();
  }

  it('does not start where row-level security is required', async () => {
    await expect(start(true)).rejects.toThrow(RowSecurityBypassed);
    await expect(start(true)).rejects.toThrow('the database role postgres bypasses row-level security');
  });

  it('starts with a warning where it is not', async () => {
    await start(false);
    expect(said).toEqual([expect.stringContaining('postgres bypasses row-level security')]);
  });
});
