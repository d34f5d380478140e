// A Kubernetes API server on this machine with a database of its own, for tests: it stores and checks objects, and runs no pods.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramGroup } from './program-group.mjs';

const loopback = '127.0.0.1';

/** Resolves to a file with which `kubectl` finds it, and `stop`, which leaves nothing. */
export async function startApiServer(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'api-server-'));
  const group = new ProgramGroup(folder);
  const stop = async () => {
    await group.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await startServerIn(group, programs)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The database and the server, in a group of programs. `settings` are more of the server's arguments. */
export async function startServerIn(group, { 'kube-apiserver': program }, settings = []) {
  const { folder } = group;
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = `http://${loopback}:${clientPort}`;
  const peer = `http://${loopback}:${peerPort}`;
  group.start('etcd', [
    `--data-dir=${join(folder, 'etcd-data')}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ]);
  const token = writeSecrets(folder);
  const server = `https://${loopback}:${port}`;
  group.start(program, [...serverArguments({ folder, port, etcd }), ...settings]);
  const kubeconfig = writeKubeconfig(folder, { server, token });
  await group.until('API server', () => isReady(server, token));
  return { kubeconfig };
}

/** The key that signs tokens of service accounts, in the folder of the server. */
export function serviceAccountKey(folder) {
  return join(folder, 'service-accounts.pem');
}

function serverArguments({ folder, port, etcd }) {
  return [
    `--etcd-servers=${etcd}`,
    `--bind-address=${loopback}`,
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certificates')}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=Node,RBAC',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--endpoint-reconciler-type=none',
    `--service-account-issuer=https://${loopback}`,
    `--service-account-key-file=${serviceAccountKey(folder)}`,
    `--service-account-signing-key-file=${serviceAccountKey(folder)}`,
  ];
}

/** Returns the token of an administrator. */
function writeSecrets(folder) {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(serviceAccountKey(folder), privateKey, { mode: 0o600 });
  const token = randomBytes(32).toString('hex');
  writeFileSync(join(folder, 'tokens.csv'), `${token},operator,1,system:masters\n`, { mode: 0o600 });
  return token;
}

function writeKubeconfig(folder, { server, token }) {
  const file = join(folder, 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    // Its certificate is signed by itself, at each start.
    clusters: [{ name: 'own', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'operator', user: { token } }],
    contexts: [{ name: 'own', context: { cluster: 'own', user: 'operator' } }],
    'current-context': 'own',
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

async function isReady(server, token) {
  const { Agent, request } = await import('node:https');
  const agent = new Agent({ rejectUnauthorized: false });
  return new Promise((resolve) => {
    const asked = request(`${server}/readyz`, { agent, headers: { authorization: `Bearer ${token}` } });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

async function freePort() {
  const server = createServer().listen(0, loopback);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
