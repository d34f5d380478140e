import { generateKeyPairSync } from 'node:crypto';
import { type CredentialsApp, type Request } from './credentials-app';

export const rulesPath = '/iam/trust-rules';

/** A rule for the jobs of a GitLab project. */
export const newRule = {
  name: 'Deployments',
  preset: 'gitlab',
  conditions: [{ claim: ['project_id'], one_of: ['7'] }],
};

/** A key set with one new key. */
export function newKeySet(kid = 'first'): object {
  const { publicKey } = generateKeyPairSync('ed25519');
  return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] };
}

/** A trust rule as returned by its creation. */
export interface CreatedRule {
  readonly id: string;
  readonly clientId: string;
  readonly serviceIdentityId: string;
}

export async function createRule(
  { ask }: Pick<CredentialsApp, 'ask'>,
  members: object = {},
  request: Request = {},
): Promise<CreatedRule> {
  const answer = await ask('POST', rulesPath, { ...request, body: { ...newRule, ...members } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const { id, client_id: clientId, service_identity_id: serviceIdentityId } = answer.body;
  return { id: String(id), clientId: String(clientId), serviceIdentityId: String(serviceIdentityId) };
}
