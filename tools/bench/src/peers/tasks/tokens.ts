import { callHttp, freeOrigin } from '@governance/testing';
import { decodeProtectedHeader } from 'jose';
import assert from 'node:assert';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { checkJava, unpackInto } from '../../../../keycloak/keycloak-server.mjs';
import { type FixedRequest, tokenRequest } from '../../load/requests';
import { emptyDatabase, freshDatabase } from '../../processes/databases';
import { Identity } from '../../processes/identity';
import { Program } from '../../processes/program';
import { fetchedFolder, fetchOnce, runTool, sourcesOf } from '../fetched';
import { type Peer, type Running, type Task } from '../peer';
import { jdbcUrl } from './submissions';

function running(program: Program, request: FixedRequest): Running {
  const { path, method, headers = {}, body = '' } = request;
  return {
    program,
    request,
    status: 200,
    text: '"access_token":"ey',
    check: async () => {
      const answer = await callHttp(program.origin + path, { method, headers, body });
      assert.equal(decodeProtectedHeader(String(answer.body.access_token)).alg, 'ES256');
    },
  };
}

const product: Peer = {
  name: 'product',
  title: 'product',
  settings: 'the deploy bundle of the identity provider, with the Node options of the image',
  install: () => Promise.resolve(),
  installed: [resolve('dist/deploy/identity-provider')],
  prepare: () =>
    Promise.resolve(async (scope, { group }) => {
      const identity = await Identity.start(scope, await freshDatabase(scope), { group });
      return running(identity.program, tokenRequest(await identity.addClient()));
    }),
};

const folder = fetchedFolder('keycloak');
const server = join(folder, 'bin/kc.sh');

const keycloak: Peer = {
  name: 'keycloak',
  title: 'Keycloak',
  settings:
    'production mode, optimized build for PostgreSQL, local caches, default heap; a realm with one P-256 key and one confidential client',
  install: () => fetchOnce('keycloak', 'keycloak', installKeycloak),
  installed: [folder],
  prepare: async (bench) => {
    const secret = randomBytes(24).toString('base64url');
    const database = { KC_DB_URL: jdbcUrl(await freshDatabase(bench, emptyDatabase)) };
    await runTool(server, ['import', '--optimized', `--file=${sourcesOf('keycloak/realm.json')}`], {
      env: { ...database, CLIENT_SECRET: secret },
    });
    const path = '/realms/bench/protocol/openid-connect/token';
    return async (scope, { group }) => {
      const [origin, management] = [await freeOrigin(), await freeOrigin()];
      const program = await Program.start(scope, {
        command: [
          server,
          'start',
          '--optimized',
          '--http-enabled=true',
          '--http-host=127.0.0.1',
          '--hostname-strict=false',
          `--http-port=${new URL(origin).port}`,
          `--http-management-port=${new URL(management).port}`,
        ],
        env: database,
        readyUrl: `${management}/health/ready`,
        origin,
        group,
      });
      return running(program, { ...tokenRequest({ clientId: 'machine', secret }), path });
    };
  },
};

async function installKeycloak(home: string): Promise<void> {
  checkJava();
  await unpackInto(home, process.env);
  await runTool(server, ['build', '--db=postgres', '--health-enabled=true', '--cache=local']);
}

export const tokens: Task = {
  name: 'token',
  work: 'a token by client credentials, ES256',
  rate: 200,
  connections: 8,
  product,
  peers: [keycloak],
};
