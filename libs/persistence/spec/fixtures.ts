import { type SurveyResult } from '@governance/assessments';
import { Keyring, runKeysCommand } from '@governance/keyring';
import { createTestDatabase, createTestKeyring, runSql, type TestDatabase } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Database } from '@governance/postgres';
import { migrate } from '../src/migrate';

export const noon = new Date('2026-11-20T12:00:00.000Z');

export function laterBy(ms: number): Date {
  return new Date(noon.getTime() + ms);
}

export function resultOf(overrides: Partial<SurveyResult> = {}): SurveyResult {
  return {
    id: randomUUID(),
    createdAt: noon,
    mode: 'msp-self',
    rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
    answers: { 'gov-ai-policy': 3, 'inv-register': 0 },
    outcome: {
      overallScore: 71,
      tier: 'Progressing',
      launchAllowed: false,
      launchReason: 'Launch refused: reasons.',
      domainScores: [{ id: 'data-protection', title: 'Data', score: 66, weight: 16, belowFloor: false }],
    },
    ...overrides,
  };
}

export interface TestStores {
  readonly database: Database;
  readonly testDatabase: TestDatabase;
  readonly keyring: Keyring;
  readonly keyringFile: string;
  /** Adds a key version; returns the keyring as a program started afterwards reads it. */
  rotateKeys(): Keyring;
  /** Connections reported as lost while idle. */
  readonly lost: Error[];
  /** Runs a statement directly, as an operator would. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openTestStores(): Promise<TestStores> {
  const testDatabase = await createTestDatabase({ migrate: migrateSchema });
  const keyringFile = createTestKeyring();
  const lost: Error[] = [];
  const database = await Database.open({
    url: testDatabase.url,
    onConnectionLost: (error) => lost.push(error),
  });
  return {
    database,
    testDatabase,
    keyring: Keyring.load(keyringFile.file),
    keyringFile: keyringFile.file,
    rotateKeys: () => {
      runKeysCommand(['rotate', '0'], { file: keyringFile.file, now: noon, print: () => undefined });
      return Keyring.load(keyringFile.file);
    },
    lost,
    sql: (text, values) => runSql(testDatabase.url, text, values),
    close: async () => {
      await database.close();
      await testDatabase.drop();
      keyringFile.remove();
    },
  };
}

/** Resolves when that many statements wait for a lock. */
export async function waiting({ sql }: Pick<TestStores, 'sql'>, count: number): Promise<void> {
  const blocked = `
    SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  while ((await sql(blocked)).length < count);
}

export async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}
