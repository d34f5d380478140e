/** Creates the file of the keys that its arguments name, or prints a key. */
const operate = `
  const [, , command, action] = process.argv;
  if (command === 'log-key') return console.log('log+key');
  const { KEYRING_FILE, ISSUER_KEYS_FILE } = process.env;
  const file = { keys: KEYRING_FILE, 'issuer-keys': ISSUER_KEYS_FILE }[command];
  require('node:fs').writeFileSync(file, action, { flag: 'a', mode: 0o600 })`;

/** A fake program that only answers on the port of an environment variable. */
export function fakeService(port: string, path: string, answers = ''): string {
  return `
    const server = require('node:http').createServer((req, res) => {
      const json = (status, body) => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (req.url === '/die') { console.error('requested to die'); process.exit(3); }
      if (req.url === '/env') return json(200, process.env);
      if (req.url === '${path}') return json(200, {});
      ${answers}
      res.writeHead(404).end();
    }).listen(process.env.${port});
    process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections());`;
}

const upToDate = `console.log('up to date')`;

/** Stores PUT resources and has no others. */
const management = `
  const things = globalThis.things ??= new Map();
  if (req.method === 'PUT') {
    let text = '';
    req.on('data', (chunk) => (text += chunk));
    return req.on('end', () => {
      const thing = { id: req.url.split('/').pop(), ...JSON.parse(text) };
      things.set(req.url, thing);
      json(200, thing);
    });
  }
  if (req.url.includes('/users?')) return json(200, { users: [] });
  if (/memberships$/.test(req.url)) return json(200, { memberships: [] });
  if (/connections$/.test(req.url)) return json(200, { connections: [] });
  if (req.url === '/token') return json(200, {});`;

/** Every call creates a credential of the token's user. */
const credentials = `
  const [, user] = (req.headers.authorization ?? '').split(' ');
  const id = 'of ' + user;
  if (req.url.includes('/test?')) return json(200, { ok: false });
  if (req.method === 'POST') return json(201, { id, name: 'machine', client_id: 'client ' + id, client_secret: 'gmc' });
  if (req.url.startsWith('/iam/m2m-credentials')) return json(200, { credentials: [] });`;

/** Creates the files of a witness. */
const witnessInit = `
  const { generateKeyPairSync } = require('node:crypto');
  const { writeFileSync } = require('node:fs');
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(process.env.KEY_FILE, pem, { flag: 'wx', mode: 0o600 });
  writeFileSync(process.env.STATE_FILE, '', { flag: 'wx' });`;

export const fakePrograms: Readonly<Record<string, string>> = {
  'apps/public-api/migrate.js': upToDate,
  'apps/public-api/operate.js': operate,
  'apps/public-api/main.js': fakeService('PORT', '/health'),
  'apps/public-api/worker.js': fakeService('MANAGEMENT_PORT', '/health/ready'),
  'apps/platform-api/main.js': fakeService('PORT', '/health', credentials),
  'apps/platform-api/worker.js': fakeService('MANAGEMENT_PORT', '/health/ready'),
  'apps/identity-provider/migrate.js': upToDate,
  'apps/identity-provider/operate.js': operate,
  'apps/identity-provider/main.js': fakeService('PORT', '/health', management),
  'apps/witness/init.js': witnessInit,
  'apps/witness/main.js': fakeService('PORT', '/health'),
  'tools/dev-stack/history.js': upToDate,
  'tools/dev-stack/upstream.js': fakeService('PORT', '/health'),
  'apps/identity-provider/dev-token.js': `console.log(process.argv[3])`,
};
