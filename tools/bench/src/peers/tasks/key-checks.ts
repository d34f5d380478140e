import { callJson, callHttp, freeOrigin } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manageCredentials } from '../../processes/credentials';
import { emptyDatabase, freshDatabase } from '../../processes/databases';
import { Identity } from '../../processes/identity';
import { startProduct } from '../../processes/product';
import { Program } from '../../processes/program';
import { fetchedFolder, fetchOnce, runTool, sourcesOf } from '../fetched';
import { type Peer, type Task } from '../peer';

/** @throws unless the next request of a credential is refused once it is revoked. */
async function checkRevocation<Key>(keys: {
  add(): Promise<Key>;
  revoke(key: Key): Promise<void>;
  isAccepted(key: Key): Promise<boolean>;
}): Promise<void> {
  const key = await keys.add();
  if (!(await keys.isAccepted(key))) throw new Error('a new key is refused');
  await keys.revoke(key);
  if (await keys.isAccepted(key)) throw new Error('a revoked key is accepted');
}

const text = '"permissions":';

const product: Peer = {
  name: 'product',
  title: 'product',
  settings:
    'the deploy bundle of the platform surface, with the Node options of the image; the credential has a token (ES256), whose signature is checked once',
  install: () => Promise.resolve(),
  installed: [resolve('dist/deploy/platform-api')],
  prepare: () =>
    Promise.resolve(async (scope, { group }) => {
      const databaseUrl = await freshDatabase(scope);
      const identity = await Identity.start(scope, databaseUrl);
      const settings = { OIDC_ISSUER: identity.program.origin };
      const program = await startProduct(scope, 'platform-api/main', { databaseUrl, settings, group });
      const credentials = await manageCredentials(identity, { manager: program, receiver: program });
      const { token } = await credentials.add();
      const headers = { authorization: `Bearer ${token}` };
      const request = { method: 'GET', path: '/iam/permissions', headers };
      return { program, request, status: 200, text, check: () => checkRevocation(credentials) };
    }),
};

const folder = fetchedFolder('better-auth');

const betterAuth: Peer = {
  name: 'better-auth',
  title: 'better-auth, API keys',
  settings:
    'keys in PostgreSQL, so that a revocation applies at every replica at once; without limits of rate, in node:http',
  install: () =>
    fetchOnce('better-auth', 'better-auth', async () => {
      cpSync(sourcesOf('better-auth'), folder, { recursive: true });
      await runTool('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    }),
  installed: [folder],
  prepare: () =>
    Promise.resolve(async (scope, { group }) => {
      const origin = await freeOrigin();
      const databaseUrl = await freshDatabase(scope, emptyDatabase);
      const env = {
        PORT: new URL(origin).port,
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: randomBytes(32).toString('hex'),
        NODE_ENV: 'production',
      };
      const command = [process.execPath, join(folder, 'server.mjs')];
      const program = await Program.start(scope, {
        command,
        env,
        readyUrl: `${origin}/health`,
        origin,
        group,
      });
      const keys = keysOf(origin);
      const request = {
        method: 'GET',
        path: '/permissions',
        headers: { 'x-api-key': (await keys.add()).key },
      };
      return { program, request, status: 200, text, check: () => checkRevocation(keys) };
    }),
};

interface ApiKey {
  readonly id: string;
  readonly key: string;
}

function keysOf(origin: string) {
  return {
    add: async (): Promise<ApiKey> => {
      const { body } = await callHttp(`${origin}/keys`, { method: 'POST' });
      return { id: String(body.id), key: String(body.key) };
    },
    revoke: async ({ id }: ApiKey): Promise<void> => {
      await callJson(`${origin}/keys`, { method: 'DELETE', headers: { 'key-id': id } });
    },
    isAccepted: async ({ key }: ApiKey): Promise<boolean> => {
      const { status } = await callHttp(`${origin}/permissions`, { headers: { 'x-api-key': key } });
      if (status !== 200 && status !== 401) throw new Error(`a key was answered ${status}`);
      return status === 200;
    },
  };
}

export const keyChecks: Task = {
  name: 'key-check',
  work: 'a request with a key that may be revoked at any time',
  rate: 200,
  connections: 8,
  product,
  peers: [betterAuth],
};
