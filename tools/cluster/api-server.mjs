// A Kubernetes API server on this machine with a database of its own, for tests: it stores and checks objects, and runs no pods.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const loopback = '127.0.0.1';
/** On a busy machine. */
const startMs = 180_000;

/** Resolves to a file with which `kubectl` finds it, and `stop`, which leaves nothing. */
export async function startApiServer({ 'kube-apiserver': program }) {
  const folder = mkdtempSync(join(tmpdir(), 'api-server-'));
  const children = [];
  const stop = async () => {
    for (const child of children.toReversed()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
    const etcd = `http://${loopback}:${clientPort}`;
    const peer = `http://${loopback}:${peerPort}`;
    children.push(
      start('etcd', folder, [
        `--data-dir=${join(folder, 'etcd-data')}`,
        '--unsafe-no-fsync',
        `--listen-client-urls=${etcd}`,
        `--advertise-client-urls=${etcd}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
      ]),
    );
    const token = writeSecrets(folder);
    const server = `https://${loopback}:${port}`;
    children.push(start(program, folder, serverArguments({ folder, port, etcd })));
    const kubeconfig = writeKubeconfig(folder, { server, token });
    await untilReady(children, folder, { server, token });
    return { kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
    `--service-account-key-file=${join(folder, 'service-accounts.pem')}`,
    `--service-account-signing-key-file=${join(folder, 'service-accounts.pem')}`,
  ];
}

/** Returns the token of an administrator. */
function writeSecrets(folder) {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(join(folder, 'service-accounts.pem'), privateKey, { mode: 0o600 });
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

function start(program, folder, args) {
  const name = program.split('/').at(-1);
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] });
  closeSync(log);
  return Object.assign(child, { name, ended: once(child, 'exit').catch(() => undefined) });
}

async function end(child) {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await child.ended;
}

async function untilReady(children, folder, { server, token }) {
  const deadline = Date.now() + startMs;
  for (;;) {
    const ended = children.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (ended || Date.now() > deadline) {
      const { name } = ended ?? children.at(-1);
      const log = readFileSync(join(folder, `${name}.log`), 'utf8');
      throw new Error(`${name} ${ended ? 'ended' : 'is not ready'}:\n${log.slice(-2_000)}`);
    }
    if (await isReady(server, token)) return;
    await delay(200);
  }
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
