/** Changes of docker/compose.yaml, each with the problem that it causes, by the rule. */
const changes: Readonly<Record<string, readonly [from: string | RegExp, to: string, problem: string]>> = {
  'a read-only root file system': [
    'read_only: true',
    'read_only: false',
    'mailbox: may write to its root file system',
  ],
  'dropped capabilities': ['cap_drop: [ALL]', 'cap_drop: [NET_RAW]', 'public-api: has capabilities'],
  'a ban on new privileges': [
    'no-new-privileges:true',
    'no-new-privileges:false',
    'migrate: may gain privileges',
  ],
  'a version of third-party images': [
    'postgres:18-bookworm',
    'postgres:latest',
    'postgres: has an image without a version: postgres:latest',
  ],
  'a user for it': [`user: '999:999'`, `user: '0:0'`, 'postgres: runs as root'],
  'the target of the image': [
    'target: platform-worker',
    'target: platform-api',
    'platform-worker: governance/platform-worker is not built from its target',
  ],
  'an image of its own, which no registry replaces': [
    / {4}pull_policy: build\n(?= {4}build: .*target: public-worker)/,
    '',
    'public-worker: governance/public-worker may be pulled from a registry',
  ],
  'an existing target': [
    /platform-worker(?= )|platform-worker$/gm,
    'platform-job',
    'platform-worker: runs a program that is not in its image',
  ],
  'a program of the image': [
    'command: [node, operate.js, issuer-keys, init]',
    'command: [node, operate.js, signing-keys, init]',
    'issuer-keys: runs a program that is not in its image',
  ],
  'commands that run once': [
    `restart: 'no'`,
    'restart: always',
    'migrate: is a command, so it must run once, without a health check',
  ],
  'services to wait for': [
    'identity-keys: { condition',
    'identity-key: { condition',
    'identity-provider: waits for identity-key, which does not exist',
  ],
  'waiting until they are healthy': [
    'postgres: { condition: service_healthy }',
    'postgres: { condition: service_started }',
    'migrate: waits for postgres until service_started',
  ],
  'a browser without internet access': [
    'printing: { internal: true }',
    'printing: {}',
    'public-browser: reaches the internet through printing',
  ],
  'a browser that reaches no other service': [
    'networks: [printing]',
    'networks: [printing, certificates]',
    'public-browser: reaches postgres',
  ],
  'a browser without files': [
    'mem_limit: 1g',
    `mem_limit: 1g\n    volumes: ['issuer-keys:/keys/issuer:ro']`,
    'public-browser: mounts files',
  ],
  'a browser without settings of others': [
    'environment:\n      LOG_LEVEL',
    'environment:\n      <<: *mail\n      LOG_LEVEL',
    'public-browser: is given SMTP_URL',
  ],
  'a bound for the memory of the browser': ['    mem_limit: 1g\n', '', 'public-browser: may take all memory'],
  'a browser that only the worker reaches': [
    '    mem_limit: 1g\n',
    `    mem_limit: 1g\n    ports: ['127.0.0.1:9222:9222']\n`,
    'public-browser: is published',
  ],
  'the port of the browser': [
    'ws://public-browser:9222',
    'ws://public-browser:9105',
    'public-worker: BROWSER_URL names port 9105 of public-browser',
  ],
  'existing networks': [
    'networks: [front, inside, certificates]',
    'networks: [front, inside, mails]',
    'mailbox: uses the unknown network mails',
  ],
  'ports bound to this machine only': [
    `'127.0.0.1:3000:3000'`,
    `'3000:3000'`,
    'public-api: publishes 3000:3000',
  ],
  'unpublished management ports': [
    `ports: ['127.0.0.1:3001:3001']`,
    `ports: ['127.0.0.1:3001:3001', '127.0.0.1:9102:9102']`,
    'platform-api: publishes 127.0.0.1:9102:9102',
  ],
  'an existing health path': [
    '/health/ready]',
    '/healthz]',
    'identity-provider: has a health check at an unknown path or port',
  ],
  'the health port': [
    `'9103', /health`,
    `'3002', /health`,
    'identity-provider: has a health check at an unknown path or port',
  ],
  'a setting that is required': [
    /^ +MAIL_FROM: .*\n/m,
    '',
    'public-worker: MAIL_FROM is missing: an e-mail address, or a name and <address>',
  ],
  'the names of settings': [
    'PLATFORM_LIVE: ',
    'LIVE: ',
    'platform-api: LIVE is not a setting of platform-api main',
  ],
  'a console that is live': [
    ',org.results,console}',
    ',org.results}',
    'platform-api: does not show the console',
  ],
  'the way back to the console': [
    '3001/console/callback',
    '3001/callback',
    'identity-provider: does not lead users back to the console',
  ],
  'the address at which the console reaches the issuer': [
    /^ +CONSOLE_ISSUER_URL: .*\n/m,
    '',
    'platform-api: does not reach the issuer of the console',
  ],
  'values that the program accepts': [
    'ENVIRONMENT: staging',
    'ENVIRONMENT: production',
    'identity-provider: ISSUER must be an https URL in production',
  ],
  'secrets from outside': [
    /\$\{PUBLIC_API_PASSWORD:\?[^}]*\}/,
    'governance',
    'public-api: DATABASE_URL has its secret written in the file',
  ],
  'tokens from outside': [
    /\$\{MANAGEMENT_TOKEN:\?[^}]*\}/,
    'a-token-that-everybody-can-read-here',
    'identity-provider: MANAGEMENT_TOKEN has its secret written in the file',
  ],
  'keys that programs cannot change': [
    `'identity-keys:/keys/identity:ro'`,
    `'identity-keys:/keys/identity'`,
    'identity-provider: KEYRING_FILE is not on a volume mounted ro',
  ],
  'a writable place for keys': [
    `volumes: ['issuer-keys:/keys/issuer']`,
    `volumes: ['issuer-keys:/keys']`,
    'issuer-keys: ISSUER_KEYS_FILE is not on a volume mounted for writing',
  ],
  'a memory of the signer of audit trees': [
    `, 'audit-memory:/audit-memory'`,
    '',
    'public-worker: AUDIT_MEMORY_FOLDER is not on a volume mounted for writing',
  ],
  'a volume of its own for that memory': [
    'audit-memory:/audit-memory',
    'database:/audit-memory',
    'public-worker: AUDIT_MEMORY_FOLDER is on the volume database, which other services have too',
  ],
  'names of existing services': [
    'smtp://mailbox:1025',
    'smtp://mailpit:1025',
    'public-worker: SMTP_URL names mailpit, which does not exist',
  ],
  'their ports': [
    'http://identity-provider:3002/management',
    'http://identity-provider:9103/management',
    'platform-worker: IDENTITY_MANAGEMENT_URL names port 9103 of identity-provider',
  ],
  'a network shared with them': [
    'networks: [inside]',
    'networks: [printing]',
    'platform-worker: IDENTITY_MANAGEMENT_URL names identity-provider, which is in another network',
  ],
};

export const composeViolations = Object.entries(changes).map(([rule, [from, to, problem]]) => ({
  rule,
  from,
  to,
  problem,
}));
