import { formatSecret } from '@governance/iam';
import { type HttpAnswer, nextRsaKeyPair } from '@governance/testing';
import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto';

type Manage = (method: string, path: string, body?: unknown) => Promise<HttpAnswer>;

export const organization = 'org_acme';
export const permissions = ['m2m:credentials:read', 'self:organization:read'];

export interface SecretMachine {
  readonly clientId: string;
  readonly tag: string;
  readonly secret: string;
}

export interface KeyMachine {
  readonly clientId: string;
  readonly tag: string;
  readonly privateKey: KeyObject;
}

export function newSecret(): string {
  return formatSecret(randomBytes(32));
}

export function newClient(authentication: unknown): Record<string, unknown> {
  return { revision: randomUUID(), orgId: organization, name: 'Nightly export', permissions, authentication };
}

export async function addOrganization(manage: Manage, id = organization): Promise<void> {
  const { status } = await manage('PUT', `/organizations/${id}`, { name: 'Acme MSP', mfaMaxAge: 300 });
  if (status !== 200) throw new Error(`the organization was not made: ${status}`);
}

export async function addSecretMachine(manage: Manage): Promise<SecretMachine> {
  const [tag, secret] = [randomUUID(), newSecret()];
  return { clientId: await put(manage, tag, newClient({ method: 'secret', secret })), tag, secret };
}

export async function addKeyMachine(
  manage: Manage,
  { publicKey, privateKey }: KeyPair,
  expiresAt?: string,
): Promise<KeyMachine> {
  const tag = randomUUID();
  const authentication = { method: 'key', publicKey: pemOf(publicKey), ...(expiresAt && { expiresAt }) };
  return { clientId: await put(manage, tag, newClient(authentication)), tag, privateKey };
}

async function put(manage: Manage, tag: string, client: Record<string, unknown>): Promise<string> {
  const { status, text, body } = await manage('PUT', `/client-tags/${tag}`, client);
  if (status !== 200) throw new Error(`the client was not made: ${status} ${text}`);
  return String(body.clientId);
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const rsaKey: () => KeyPair = nextRsaKeyPair;

export function ecKey(namedCurve = 'P-256'): KeyPair {
  return generateKeyPairSync('ec', { namedCurve });
}

export function edKey(): KeyPair {
  return generateKeyPairSync('ed25519');
}

export function pemOf(publicKey: KeyObject): string {
  return publicKey.export({ format: 'pem', type: 'spki' }).toString();
}
