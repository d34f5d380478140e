import { type Inbox, postgresPrograms, startInbox } from '@governance/testing';
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

const nobody = { uid: 65_534, gid: 65_534 };
const superuser = 'postgres';

/** PostgreSQL and a mailbox where compose.yaml has images of others: at the same ports, made by the same file. */
export interface StandIns {
  readonly inbox: Inbox;
  stop(): Promise<void>;
}

export async function startStandIns(
  folder: string,
  { rolesFile, variables }: { rolesFile: string; variables: Readonly<Record<string, string>> },
): Promise<StandIns> {
  const programs = postgresPrograms(nobody);
  const data = join(folder, 'postgres');
  const passwordFile = join(folder, 'postgres-password');
  const password = variables.POSTGRES_PASSWORD ?? '';
  mkdirSync(data, { recursive: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [data, passwordFile]) chownSync(path, nobody.uid, nobody.gid);
  const initialising = ['-D', data, `--username=${superuser}`, `--pwfile=${passwordFile}`, '--no-sync'];
  const account = { ...nobody, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  execFileSync(join(programs, 'initdb'), [...initialising, '--auth=scram-sha-256'], account);
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
    { ...account, stdio: 'ignore' },
  );
  const client = await connected(`postgres://${superuser}:${password}@127.0.0.1:5432/postgres`);
  for (const statement of statementsOf(readFileSync(rolesFile, 'utf8'), variables))
    await client.query(statement);
  await client.end();
  const inbox = await startInbox({ port: 1025 });
  return {
    inbox,
    stop: async () => {
      await inbox.close();
      server.kill('SIGINT');
    },
  };
}

/** The statements of a file for psql, with what `\getenv` reads put in as psql does for `:'name'`. */
export function statementsOf(text: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const values = new Map(
    [...text.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name = '', variable = '']) => [
      name,
      variables[variable] ?? '',
    ]),
  );
  return text
    .replaceAll(/^(?:--|\\getenv).*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: string) => `'${(values.get(name) ?? '').replaceAll("'", "''")}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function connected(url: string, triesLeft = 100): Promise<Client> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (triesLeft === 0) throw error;
    await delay(100);
    return connected(url, triesLeft - 1);
  }
}
