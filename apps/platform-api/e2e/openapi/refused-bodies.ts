import { makeKeyPair, refusedKeys } from '@governance/iam/spec';
import { certificateThatHasEnded } from '../support/ended-certificate';

const { privateKeys, weak, otherKinds, badPoints, reencoded, framing } = refusedKeys;

export const publicKey = makeKeyPair('ES256').publicPem;

/** Each is refused for a different reason; together they cover every error text about keys. */
const badKeys: readonly (string | undefined)[] = [
  privateKeys['a private key, PKCS#8, EC'],
  framing['no frame'],
  framing['two blocks'],
  framing['a text that is too long'],
  otherKinds['a certificate request'],
  framing['base64 with too much padding'],
  reencoded['a key cut short'],
  otherKinds.secp256k1,
  weak['RSA of 1024 bits'],
  weak['RSA with the exponent 3'],
  weak['RSA of a broken generator (ROCA)'],
  badPoints['a compressed point'],
  badPoints['a point that is not on P-256'],
  certificateThatHasEnded,
];

const badSecretLife = { secret_valid_for_days: 3651 };
const forSecretsOnly = { secret_valid_for_days: 1 };
const badLives: readonly object[] = [
  { valid_for_days: 3651 },
  { expires_at: 7 },
  { expires_at: 'tomorrow' },
  { expires_at: '2026-01-01T00:00:00Z' },
];
const forKeysOnly: readonly object[] = [{ valid_for_days: 1 }, { expires_at: '2031-01-01T00:00:00Z' }];
const badNames: readonly object[] = [{ name: 7 }, { name: '' }, { name: 'a\tb' }, { name: 'a\0b' }];

const badDescriptions: readonly object[] = [
  { description: 7 },
  { description: 'a'.repeat(201) },
  { description: 'a\tb' },
  { description: 'a\0b' },
];

const secret = { name: 'Nightly export', type: 'client_secret' };
const key = { name: 'Nightly export', type: 'public_key', public_key: publicKey };

/** Refused bodies of a change of a member's role. */
export const refusedRoles: readonly object[] = [
  { role: 7 },
  { role: 'owner' },
  { role: 'viewer', name: 'Viewer' },
];

/** Refused bodies of a creation, at least one for every documented text. */
export const refusedCreations: readonly object[] = [
  ...[...badNames, ...badDescriptions].map((bad) => ({ ...secret, ...bad })),
  { ...secret, type: 7 },
  { ...secret, type: 'secret' },
  { ...secret, service_identity_id: 7 },
  { ...secret, service_identity_id: '42' },
  { ...secret, allowed_networks: '192.0.2.0/24' },
  { ...secret, allowed_networks: [] },
  { ...secret, allowed_networks: ['192.0.2.7/24'] },
  { ...secret, permissions: 'm2m:credentials:read' },
  { ...secret, permissions: Array.from({ length: 101 }, () => 'org:audit:read') },
  { ...secret, permissions: ['self:profile:read'] },
  { ...secret, permissions: [], service_identity_id: '9b0f1f0c-2c39-4e39-9d0c-8f4b0d5f7a12' },
  { ...secret, public_key: publicKey },
  { ...secret, expires: 'never' },
  { ...secret, ...badSecretLife },
  { ...key, ...forSecretsOnly },
  ...forKeysOnly.map((bad) => ({ ...secret, ...bad })),
  ...badLives.map((bad) => ({ ...key, ...bad })),
  { ...key, public_key: undefined },
  { ...key, public_key: 7 },
  ...badKeys.map((public_key) => ({ ...key, public_key })),
];

/** Refused bodies of the rotation of a secret, and of a key. */
export const refusedRotations: Readonly<Record<'ofSecret' | 'ofKey', readonly object[]>> = {
  ofSecret: [{ new_public_key: publicKey }, badSecretLife, { overlap_seconds: 604_801 }, ...forKeysOnly],
  ofKey: [
    {},
    { new_public_key: publicKey, ...forSecretsOnly },
    { name: 'Nightly export' },
    { new_public_key: 7 },
    ...badLives.map((bad) => ({ new_public_key: publicKey, ...bad })),
    ...badKeys.map((new_public_key) => ({ new_public_key })),
  ],
};

export const refusedRenamings: readonly object[] = [
  ...badNames,
  ...badDescriptions,
  { name: 'a', client_id: 'b' },
];

export const refusedIdentityRenamings: readonly object[] = [...badNames, { name: 'a', permissions: [] }];

export const refusedProfiles: readonly object[] = [
  { display_name: 7 },
  { display_name: '' },
  { display_name: 'a\tb' },
  { phone_number: 7 },
  { phone_number: '0446681800' },
  { marketing_opt_in: 'true' },
  { email: 'viewer@example.com' },
];

const invitation = { email: 'invitee@example.com', role: 'viewer' };

export const refusedInvitations: readonly object[] = [
  { ...invitation, email: 7 },
  { ...invitation, email: 'a\0@example.com' },
  { ...invitation, role: 7 },
  { ...invitation, role: 'owner' },
  { ...invitation, connection_id: 7 },
  { ...invitation, connection_id: 'con_none' },
  { ...invitation, name: 'Invitee' },
];

const badConnectionMembers: readonly object[] = [
  { name: 7 },
  { name: ' ' },
  { name: 'a\tb' },
  { client_secret: 7 },
  { client_secret: 'a b' },
  { enabled: 'yes' },
  { second_factor: 7 },
  { second_factor: {} },
  { second_factor: { acr: '2' } },
  { second_factor: { acr_values: '2' } },
  { second_factor: { acr_values: ['a b'] } },
  { second_factor: { amr_values: 'mfa' } },
  { second_factor: { amr_values: ['a b'] } },
  { type: 'database' },
];

/** Members of a new connection, and of a change of one, at least one for every documented text. */
export const refusedConnections: readonly object[] = [
  ...badConnectionMembers,
  { issuer: 7 },
  { issuer: 'http://login.acme.example' },
  { client_id: 7 },
  { client_id: 'a b' },
];
export const refusedConnectionChanges = badConnectionMembers;

/** Refused members of a new domain, at least one for every documented text. */
export const refusedDomains: readonly object[] = [
  { name: 7 },
  { name: 'localhost' },
  { name: 'co.uk' },
  { name: 'gmail.com' },
  { connection_id: 7 },
  { connection_id: 'con_none' },
  { type: 'database' },
];

/** Refused conditions of a list or an export of audit events, at least one for every documented text. */
export const refusedAuditQueries: readonly string[] = [
  `actor=${'a'.repeat(256)}`,
  'operation=m2m-credentials',
  'target=%00',
  'outcome=failed',
  'from=yesterday',
  'to=2026-02-30T12:00:00Z',
  ...['actor', 'operation', 'target', 'outcome', 'from', 'to'].map((name) => `${name}=a&${name}=b`),
];

/** Refused bodies of an attachment, at least one for every documented text. */
export const refusedAttachments: readonly object[] = [
  {},
  { capability: 'a\0' },
  { capability: 'a', client_id: 7 },
  { capability: 'a', name: 'Acme Ltd' },
];

/** Refused conditions of a list or an export of results, at least one for every documented text. */
export const refusedResultQueries: readonly string[] = [
  'client=%00',
  'client_id=globex',
  'mode=msp',
  'tier=none',
  'launch_allowed=1',
  'renew_before=tomorrow',
  'latest=1',
  ...['client', 'client_id', 'mode', 'tier', 'launch_allowed', 'renew_before', 'latest'].map(
    (name) => `${name}=a&${name}=b`,
  ),
];

export const refusedCredentialQueries: readonly string[] = [
  'limit=0',
  'cursor=AQ',
  'name=%00',
  'expires_before=tomorrow',
  'used=1',
  ...['name', 'expires_before', 'used'].map((name) => `${name}=a&${name}=b`),
];
