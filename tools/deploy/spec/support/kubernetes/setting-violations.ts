import { at, container, extraVariable, pod, type Violation } from './violation';

export const settingViolations: readonly Violation[] = [
  {
    guarantee: 'give each program what it demands, and nothing that it does not know',
    what: 'a variable that no program reads',
    change: at('Deployment public-api', `${container}/env/0`, extraVariable('SMTP_URI', 'smtp://mail')),
    says: /SMTP_URI is no setting/,
  },
  {
    guarantee: 'give each program what it demands, and nothing that it does not know',
    what: 'an address that is missing',
    change: at('ConfigMap addresses', 'data/PUBLIC_BASE_URL'),
    says: /public-worker: PUBLIC_BASE_URL is missing/,
  },
  {
    guarantee: 'give each program what it demands, and nothing that it does not know',
    what: 'an address without TLS',
    change: at('ConfigMap addresses', 'data/OIDC_ISSUER', 'http://login.example.org'),
    says: /platform-api: OIDC_ISSUER must be an https URL/,
  },
  {
    guarantee: 'give each program what it demands, and nothing that it does not know',
    what: 'a group of endpoints that there is not',
    change: at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`, 'self.me,iam.all'),
    says: /PLATFORM_LIVE must be a list/,
  },
  {
    guarantee: 'run in production',
    what: 'a deployment that is no production',
    change: at('Deployment platform-worker', `${container}/env/ENVIRONMENT/value`, 'staging'),
    says: /platform-worker: is no production/,
  },
  {
    guarantee: 'name the groups of endpoints that are live',
    what: 'a release that nobody decided',
    change: at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`),
    says: /does not say which groups/,
  },
  {
    guarantee: 'trust the ingress controller and no other proxy',
    what: 'a service that believes two proxies',
    change: at('Deployment identity-provider', `${container}/env/TRUST_PROXY/value`, '2'),
    says: /identity-provider: does not trust exactly/,
  },
  {
    guarantee: 'refer to secrets that are documented, and hold none',
    what: 'a password in a manifest',
    change: at(
      'Deployment public-api',
      `${container}/env/DATABASE_URL`,
      extraVariable('DATABASE_URL', 'postgres://a:b@c/d'),
    ),
    says: /DATABASE_URL is no reference/,
  },
  {
    guarantee: 'refer to secrets that are documented, and hold none',
    what: 'a file of keys that is in no secret',
    change: at('Deployment public-api', `${container}/volumeMounts/keyring/mountPath`, '/elsewhere'),
    says: /KEYRING_FILE is in no mounted secret/,
  },
  {
    guarantee: 'refer to secrets that are documented, and hold none',
    what: 'a secret that nobody is told to make',
    change: at(
      'Job migrate-surfaces',
      `${container}/env/DATABASE_OWNER_URL/valueFrom/secretKeyRef/name`,
      'owner',
    ),
    says: /does not tell of owner\/url/,
  },
  {
    guarantee: 'give each program a database role of its own',
    what: 'a surface that is the owner of the tables',
    change: at(
      'Deployment platform-api',
      `${container}/env/DATABASE_URL/valueFrom/secretKeyRef/name`,
      'database-owner',
    ),
    says: /platform-api: has the database role of migrate-surfaces/,
  },
  {
    guarantee: 'give the keys that sign certificates to the public worker alone',
    what: 'another program that can sign certificates',
    change: at('Deployment public-api', `${pod}/volumes/keyring/secret/secretName`, 'issuer-keys'),
    says: /public-api: has the keys/,
  },
];
