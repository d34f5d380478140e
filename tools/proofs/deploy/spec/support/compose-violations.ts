/** A change of docker/compose.yaml, and the problem that it causes. */
interface ComposeViolation {
  readonly rule: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly problem: string;
}

export const composeViolations: readonly ComposeViolation[] = [
  {
    rule: 'a read-only root file system',
    from: 'read_only: true',
    to: 'read_only: false',
    problem: 'mailbox: may write to its root file system',
  },
  {
    rule: 'dropped capabilities',
    from: 'cap_drop: [ALL]',
    to: 'cap_drop: [NET_RAW]',
    problem: 'public-api: has capabilities',
  },
  {
    rule: 'a ban on new privileges',
    from: 'no-new-privileges:true',
    to: 'no-new-privileges:false',
    problem: 'migrate: may gain privileges',
  },
  {
    rule: 'a version of third-party images',
    from: 'postgres:18-bookworm',
    to: 'postgres:latest',
    problem: 'postgres: has an image without a version: postgres:latest',
  },
  { rule: 'a user for it', from: `user: '999:999'`, to: `user: '0:0'`, problem: 'postgres: runs as root' },
  {
    rule: 'the target of the image',
    from: 'target: platform-worker',
    to: 'target: platform-api',
    problem: 'platform-worker: governance/platform-worker is not built from its target',
  },
  {
    rule: 'an image of its own, which no registry replaces',
    from: / {4}pull_policy: build\n(?= {4}build: .*target: public-worker)/,
    to: '',
    problem: 'public-worker: governance/public-worker may be pulled from a registry',
  },
  {
    rule: 'an existing target',
    from: /platform-worker(?= )|platform-worker$/gm,
    to: 'platform-job',
    problem: 'platform-worker: runs a program that is not in its image',
  },
  {
    rule: 'a program of the image',
    from: 'command: [node, operate.js, issuer-keys, init]',
    to: 'command: [node, operate.js, signing-keys, init]',
    problem: 'issuer-keys: runs a program that is not in its image',
  },
  {
    rule: 'commands that run once',
    from: `restart: 'no'`,
    to: 'restart: always',
    problem: 'migrate: is a command, so it must run once, without a health check',
  },
  {
    rule: 'services to wait for',
    from: 'identity-keys: { condition',
    to: 'identity-key: { condition',
    problem: 'identity-provider: waits for identity-key, which does not exist',
  },
  {
    rule: 'waiting until they are healthy',
    from: 'postgres: { condition: service_healthy }',
    to: 'postgres: { condition: service_started }',
    problem: 'migrate: waits for postgres until service_started',
  },
  {
    rule: 'a browser without internet access',
    from: 'printing: { internal: true }',
    to: 'printing: {}',
    problem: 'public-browser: reaches the internet through printing',
  },
  {
    rule: 'a browser that reaches no other service',
    from: 'networks: [printing]',
    to: 'networks: [printing, certificates]',
    problem: 'public-browser: reaches postgres',
  },
  {
    rule: 'a browser without files',
    from: 'mem_limit: 1g',
    to: `mem_limit: 1g\n    volumes: ['issuer-keys:/keys/issuer:ro']`,
    problem: 'public-browser: mounts files',
  },
  {
    rule: 'a browser without settings of others',
    from: 'environment:\n      LOG_LEVEL',
    to: 'environment:\n      <<: *mail\n      LOG_LEVEL',
    problem: 'public-browser: is given SMTP_URL',
  },
  {
    rule: 'a bound for the memory of the browser',
    from: '    mem_limit: 1g\n',
    to: '',
    problem: 'public-browser: may take all memory',
  },
  {
    rule: 'a browser that only the worker reaches',
    from: '    mem_limit: 1g\n',
    to: `    mem_limit: 1g\n    ports: ['127.0.0.1:9222:9222']\n`,
    problem: 'public-browser: is published',
  },
  {
    rule: 'the port of the browser',
    from: 'ws://public-browser:9222',
    to: 'ws://public-browser:9105',
    problem: 'public-worker: BROWSER_URL names port 9105 of public-browser',
  },
  {
    rule: 'existing networks',
    from: 'networks: [front, inside, certificates]',
    to: 'networks: [front, inside, mails]',
    problem: 'mailbox: uses the unknown network mails',
  },
  {
    rule: 'ports bound to this machine only',
    from: `'127.0.0.1:3000:3000'`,
    to: `'3000:3000'`,
    problem: 'public-api: publishes 3000:3000',
  },
  {
    rule: 'unpublished management ports',
    from: `ports: ['127.0.0.1:3001:3001']`,
    to: `ports: ['127.0.0.1:3001:3001', '127.0.0.1:9102:9102']`,
    problem: 'platform-api: publishes 127.0.0.1:9102:9102',
  },
  {
    rule: 'an existing health path',
    from: '/health/ready]',
    to: '/healthz]',
    problem: 'identity-provider: has a health check at an unknown path or port',
  },
  {
    rule: 'the health port',
    from: `'9103', /health`,
    to: `'3002', /health`,
    problem: 'identity-provider: has a health check at an unknown path or port',
  },
  {
    rule: 'a setting that is required',
    from: /^ +MAIL_FROM: .*\n/m,
    to: '',
    problem: 'public-worker: MAIL_FROM is missing: an e-mail address, or a name and <address>',
  },
  {
    rule: 'the names of settings',
    from: 'PLATFORM_LIVE: ',
    to: 'LIVE: ',
    problem: 'platform-api: LIVE is not a setting of platform-api main',
  },
  {
    rule: 'a console that is live',
    from: ',org.results,console}',
    to: ',org.results}',
    problem: 'platform-api: does not show the console',
  },
  {
    rule: 'the way back to the console',
    from: '3001/console/callback',
    to: '3001/callback',
    problem: 'identity-provider: does not lead users back to the console',
  },
  {
    rule: 'the address at which the console reaches the issuer',
    from: /^ +CONSOLE_ISSUER_URL: .*\n/m,
    to: '',
    problem: 'platform-api: does not reach the issuer of the console',
  },
  {
    rule: 'values that the program accepts',
    from: 'ENVIRONMENT: staging',
    to: 'ENVIRONMENT: production',
    problem: 'identity-provider: ISSUER must be an https URL in production',
  },
  {
    rule: 'secrets from outside',
    from: /\$\{PUBLIC_API_PASSWORD:\?[^}]*\}/,
    to: 'governance',
    problem: 'public-api: DATABASE_URL has its secret written in the file',
  },
  {
    rule: 'tokens from outside',
    from: /\$\{MANAGEMENT_TOKEN:\?[^}]*\}/,
    to: 'a-token-that-everybody-can-read-here',
    problem: 'identity-provider: MANAGEMENT_TOKEN has its secret written in the file',
  },
  {
    rule: 'keys that programs cannot change',
    from: `'identity-keys:/keys/identity:ro'`,
    to: `'identity-keys:/keys/identity'`,
    problem: 'identity-provider: KEYRING_FILE is not on a volume mounted ro',
  },
  {
    rule: 'a writable place for keys',
    from: `volumes: ['issuer-keys:/keys/issuer']`,
    to: `volumes: ['issuer-keys:/keys']`,
    problem: 'issuer-keys: ISSUER_KEYS_FILE is not on a volume mounted for writing',
  },
  {
    rule: 'names of existing services',
    from: 'smtp://mailbox:1025',
    to: 'smtp://mailpit:1025',
    problem: 'public-worker: SMTP_URL names mailpit, which does not exist',
  },
  {
    rule: 'their ports',
    from: 'http://identity-provider:3002/management',
    to: 'http://identity-provider:9103/management',
    problem: 'platform-worker: IDENTITY_MANAGEMENT_URL names port 9103 of identity-provider',
  },
  {
    rule: 'a network shared with them',
    from: 'networks: [inside]',
    to: 'networks: [printing]',
    problem: 'platform-worker: IDENTITY_MANAGEMENT_URL names identity-provider, which is in another network',
  },
];
