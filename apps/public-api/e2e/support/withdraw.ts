import { urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PublicApp } from './public-app';

const run = promisify(execFile);
const program = join(__dirname, '../../../../dist/apps/public-api/operate.js');

/** Runs the operator's program. */
export async function withdraw(
  { databaseUrl, keyringFile }: PublicApp,
  ...args: string[]
): Promise<{ stdout: string }> {
  const DATABASE_URL = await urlForProgram(databaseUrl, 'public-api/withdraw');
  const env = { PATH: process.env.PATH, DATABASE_URL, KEYRING_FILE: keyringFile };
  return run(process.execPath, [program, 'withdraw', ...args], { env });
}
