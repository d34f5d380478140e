import { at, container, extraVariable, pod, type Violation } from './violation';

export const settingViolations: readonly Violation[] = [
  {
    guarantee: 'give each program its required settings, and no unknown ones',
    what: 'a variable that no program reads',
    change: at('Deployment public-api', `${container}/env/0`, extraVariable('SMTP_URI', 'smtp://mail')),
    says: /SMTP_URI is not a setting/,
  },
  {
    guarantee: 'give each program its required settings, and no unknown ones',
    what: 'an address that is missing',
    change: at('ConfigMap addresses', 'data/PUBLIC_BASE_URL'),
    says: /public-worker: PUBLIC_BASE_URL is missing/,
  },
  {
    guarantee: 'give each program its required settings, and no unknown ones',
    what: 'an address without TLS',
    change: at('ConfigMap addresses', 'data/OIDC_ISSUER', 'http://login.example.org'),
    says: /platform-api: OIDC_ISSUER must be an https URL/,
  },
  {
    guarantee: 'give each program its required settings, and no unknown ones',
    what: 'an unknown group of endpoints',
    change: at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`, 'self.me,iam.all'),
    says: /PLATFORM_LIVE must be a list/,
  },
  {
    guarantee: 'run in production',
    what: 'a deployment that is not production',
    change: at('Deployment platform-worker', `${container}/env/ENVIRONMENT/value`, 'staging'),
    says: /platform-worker: is not production/,
  },
  {
    guarantee: 'name the groups of endpoints that are live',
    what: 'a release without a list of live groups',
    change: at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`),
    says: /does not list the live groups/,
  },
  {
    guarantee: 'show the console',
    what: 'a release without the console',
    change: at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`, 'self.me,iam.audit'),
    says: /platform-api: does not show the console/,
  },
  {
    guarantee: 'show the console',
    what: 'a provider that does not know the console',
    change: at('Deployment identity-provider', `${container}/env/CONSOLE_REDIRECT_URIS/value`),
    says: /identity-provider: does not lead users back/,
  },
  {
    guarantee: 'leave the number of proxies to the operator',
    what: 'a service that trusts a number of its own',
    change: at(
      'Deployment identity-provider',
      `${container}/env/TRUST_PROXY`,
      extraVariable('TRUST_PROXY', '1'),
    ),
    says: /identity-provider: does not take the number of proxies/,
  },
  {
    guarantee: 'leave the number of proxies to the operator',
    what: 'a number that may be wrong in a cluster',
    change: at('ConfigMap addresses', 'data/TRUST_PROXY', '1'),
    says: /TRUST_PROXY has a default/,
  },
  {
    guarantee: 'refer to secrets that are documented, and hold none',
    what: 'a password in a manifest',
    change: at(
      'Deployment public-api',
      `${container}/env/DATABASE_URL`,
      extraVariable('DATABASE_URL', 'postgres://a:b@c/d'),
    ),
    says: /DATABASE_URL is not a secret reference/,
  },
  {
    guarantee: 'refer to secrets that are documented, and hold none',
    what: 'a key file that is in no secret',
    change: at('Deployment public-api', `${container}/volumeMounts/keyring/mountPath`, '/elsewhere'),
    says: /KEYRING_FILE is in no mounted secret/,
  },
  {
    guarantee: 'refer to secrets that are documented, and hold none',
    what: 'an undocumented secret',
    change: at(
      'Job migrate-surfaces',
      `${container}/env/DATABASE_OWNER_URL/valueFrom/secretKeyRef/name`,
      'owner',
    ),
    says: /does not list owner\/url/,
  },
  {
    guarantee: 'give each program its own database role',
    what: 'a surface that is the owner of the tables',
    change: at(
      'Deployment platform-api',
      `${container}/env/DATABASE_URL/valueFrom/secretKeyRef/name`,
      'database-owner',
    ),
    says: /platform-api: has the database role of migrate-surfaces/,
  },
  {
    guarantee: 'give the keys that sign certificates only to the public worker',
    what: 'another program with the signing keys',
    change: at('Deployment public-api', `${pod}/volumes/keyring/secret/secretName`, 'issuer-keys'),
    says: /public-api: has the keys/,
  },
];
