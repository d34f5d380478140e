// A Keycloak server for tests: a running one (KEYCLOAK_URL), an unpacked one (KEYCLOAK_HOME), or that of Maven Central.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { URLSearchParams } from 'node:url';

export const keycloakVersion = '26.7.3';
const archive = `keycloak-quarkus-dist-${keycloakVersion}.tar.gz`;
const address = `https://repo1.maven.org/maven2/org/keycloak/keycloak-quarkus-dist/${keycloakVersion}/${archive}`;
const sha256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47';
/** Keeps what a run downloads or builds for the next one. */
export const cacheFolder = join(homedir(), '.cache/governance-keycloak');
const oldestJava = 17;
/** On a busy machine the first start takes minutes. */
const startMs = 900_000;

/**
 * Resolves to the settings of the tests and `stop`. Rejects with what is missing. A new server imports `realmFile`, whose
 * placeholders it replaces by `variables`.
 */
export async function startKeycloak(env = process.env, { realmFile, variables = {} } = {}) {
  if (env.KEYCLOAK_URL) {
    for (const name of ['KEYCLOAK_ADMIN', 'KEYCLOAK_ADMIN_PASSWORD']) {
      if (!env[name]) throw new Error(`${name} is missing: KEYCLOAK_URL names a running server`);
    }
    return { settings: {}, stop: () => Promise.resolve() };
  }
  checkJava();
  const home = mkdtempSync(join(tmpdir(), 'keycloak-'));
  try {
    await unpackInto(home, env);
    if (realmFile) {
      mkdirSync(join(home, 'data/import'), { recursive: true });
      cpSync(realmFile, join(home, 'data/import/realm.json'));
    }
    return await startIn(home, { isImport: Boolean(realmFile), variables });
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Throws if this machine has no Java for Keycloak. */
export function checkJava() {
  const major = javaVersion();
  if (major === undefined) throw new Error(`java is missing: Keycloak needs Java ${oldestJava} or later`);
  if (Number(major) < oldestJava)
    throw new Error(`Java ${major} is too old: Keycloak needs Java ${oldestJava} or later`);
}

/** The major version of Java on this machine; undefined without one. */
function javaVersion() {
  try {
    // `java -version` writes to stderr.
    const text = execFileSync('java', ['--version'], { encoding: 'utf8' });
    return /^\S+ (\d+)/.exec(text)?.[1] ?? '0';
  } catch {
    return undefined;
  }
}

/** The versions of Keycloak and of its Java, as the server under test says them. */
export async function measuredVersions({
  KEYCLOAK_URL: url,
  KEYCLOAK_ADMIN: username,
  KEYCLOAK_ADMIN_PASSWORD: password,
}) {
  const form = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username, password });
  const issued = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: form,
  });
  const { access_token: token } = await issued.json();
  const headers = { authorization: `Bearer ${token}` };
  const { systemInfo } = await (await fetch(`${url}/admin/serverinfo`, { headers })).json();
  return { version: systemInfo.version, java: systemInfo.javaVersion };
}

/** Always a copy: the server writes its database and caches into its folder. */
export async function unpackInto(home, { KEYCLOAK_HOME: given }) {
  if (given) {
    if (!existsSync(join(given, 'bin/kc.sh'))) throw new Error(`KEYCLOAK_HOME has no bin/kc.sh: ${given}`);
    cpSync(given, home, { recursive: true, filter: (source) => source !== join(given, 'data') });
    return;
  }
  execFileSync('tar', ['-xzf', await download(), '-C', home, '--strip-components=1']);
}

async function download() {
  const file = join(cacheFolder, archive);
  if (!existsSync(file) || hashOf(readFileSync(file)) !== sha256) {
    console.log(`Downloading ${address}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (hashOf(bytes) !== sha256) throw new Error(`${address}: the file has another SHA-256 than expected`);
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(file, bytes);
  }
  return file;
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

async function startIn(home, { isImport, variables }) {
  const [port, managementPort] = [await freePort(), await freePort()];
  const [username, password] = ['operator', randomBytes(24).toString('base64url')];
  const args = [
    'start-dev',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--http-management-port=${managementPort}`,
    '--health-enabled=true',
    ...(isImport ? ['--import-realm'] : []),
  ];
  const server = spawn(join(home, 'bin/kc.sh'), args, {
    // The script starts Java as a child: a group of its own can be ended whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...variables,
      JAVA_OPTS_KC_HEAP: '-Xmx768m',
      KC_BOOTSTRAP_ADMIN_USERNAME: username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    },
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (text) => (log = (log + text).slice(-4_000)));
  }
  const ended = once(server, 'exit');
  const stop = async () => {
    endGroup(server.pid);
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const isReady = await untilReady(`http://127.0.0.1:${managementPort}/health/ready`, server);
  if (!isReady) {
    await stop();
    throw new Error(`Keycloak did not start:\n${log}`);
  }
  const settings = {
    KEYCLOAK_URL: `http://127.0.0.1:${port}`,
    KEYCLOAK_ADMIN: username,
    KEYCLOAK_ADMIN_PASSWORD: password,
  };
  return { settings, stop };
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if (error.code !== 'ESRCH') throw error;
  }
}

async function untilReady(url, server) {
  const until = Date.now() + startMs;
  while (Date.now() < until && server.exitCode === null) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
