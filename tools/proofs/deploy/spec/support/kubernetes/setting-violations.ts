import { at, breaking, container, extraVariable, pod, type Violation } from './violation';

export const settingViolations: readonly Violation[] = [
  ...breaking('give each program its required settings, and no unknown ones', {
    'a variable that no program reads': [
      at('Deployment public-api', `${container}/env/0`, extraVariable('SMTP_URI', 'smtp://mail')),
      /SMTP_URI is not a setting/,
    ],
    'an address that is missing': [
      at('ConfigMap addresses', 'data/PUBLIC_BASE_URL'),
      /public-worker: PUBLIC_BASE_URL is missing/,
    ],
    'an address without TLS': [
      at('ConfigMap addresses', 'data/OIDC_ISSUER', 'http://login.example.org'),
      /platform-api: OIDC_ISSUER must be an https URL/,
    ],
    'an unknown group of endpoints': [
      at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`, 'self.me,iam.all'),
      /PLATFORM_LIVE must be a list/,
    ],
  }),
  ...breaking('run in production', {
    'a deployment that is not production': [
      at('Deployment platform-worker', `${container}/env/ENVIRONMENT/value`, 'staging'),
      /platform-worker: is not production/,
    ],
  }),
  ...breaking('name the groups of endpoints that are live', {
    'a release without a list of live groups': [
      at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`),
      /does not list the live groups/,
    ],
  }),
  ...breaking('show the console', {
    'a release without the console': [
      at('Deployment platform-api', `${container}/env/PLATFORM_LIVE/value`, 'self.me,iam.audit'),
      /platform-api: does not show the console/,
    ],
    'a provider that does not know the console': [
      at('Deployment identity-provider', `${container}/env/CONSOLE_REDIRECT_URIS/value`),
      /identity-provider: does not lead users back/,
    ],
  }),
  ...breaking('leave the number of proxies to the operator', {
    'a service that trusts a number of its own': [
      at('Deployment identity-provider', `${container}/env/TRUST_PROXY`, extraVariable('TRUST_PROXY', '1')),
      /identity-provider: does not take the number of proxies/,
    ],
    'a number that may be wrong in a cluster': [
      at('ConfigMap addresses', 'data/TRUST_PROXY', '1'),
      /TRUST_PROXY has a default/,
    ],
  }),
  ...breaking('refer to secrets that are documented, and hold none', {
    'a password in a manifest': [
      at(
        'Deployment public-api',
        `${container}/env/DATABASE_URL`,
        extraVariable('DATABASE_URL', 'postgres://a:b@c/d'),
      ),
      /DATABASE_URL is not a secret reference/,
    ],
    'a key file that is in no secret': [
      at('Deployment public-api', `${container}/volumeMounts/keyring/mountPath`, '/elsewhere'),
      /KEYRING_FILE is in no mounted secret/,
    ],
    'an undocumented secret': [
      at('Job migrate-surfaces', `${container}/env/DATABASE_OWNER_URL/valueFrom/secretKeyRef/name`, 'owner'),
      /does not list owner\/url/,
    ],
  }),
  ...breaking('give each program its own database role', {
    'a surface that is the owner of the tables': [
      at(
        'Deployment platform-api',
        `${container}/env/DATABASE_URL/valueFrom/secretKeyRef/name`,
        'database-owner',
      ),
      /platform-api: has the database role of migrate-surfaces/,
    ],
  }),
  ...breaking('give the keys that sign certificates only to the public worker', {
    'another program with the signing keys': [
      at('Deployment public-api', `${pod}/volumes/keyring/secret/secretName`, 'issuer-keys'),
      /public-api: has the keys/,
    ],
  }),
];
