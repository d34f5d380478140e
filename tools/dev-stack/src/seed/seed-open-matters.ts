import { randomUUID } from 'node:crypto';
import { CredentialsApi } from './credentials-api';
import { JsonApi, type JsonApiOptions } from './json-api';

/** spec 9.5: clients pin the version. */
const version = '?api-version=1.0';

/** The repository of an example of GitHub's documentation. */
const pipeline = {
  name: 'Release pipeline',
  preset: 'github-actions',
  conditions: [
    { claim: ['repository_id'], one_of: ['74'] },
    { claim: ['repository_owner_id'], one_of: ['65'] },
    { claim: ['environment'], one_of: ['production'] },
  ],
};

/** Of the clients with the tag. */
function campaign(): object {
  const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
  return {
    name: 'Yearly assessment',
    mode: 'client-on-behalf',
    due_at: inDays(30),
    message: 'Please answer for your whole company. We go through the result together.',
    clients: { filter: { tag: 'gold' } },
  };
}

/** Nothing listens there. */
const formerIssuer = 'http://localhost:1';

/**
 * What an admin has to look at, made by the calls that an admin makes: a credential that expires soon, pending invitations, a
 * connection whose test fails, the trust rule of a pipeline, and a campaign. `platform` is at the surface, with the token of an admin.
 */
export async function seedOpenMatters(platform: JsonApiOptions, domain: string): Promise<void> {
  const api = new JsonApi(platform);
  const post = (path: string, body: object, status: number): Promise<{ readonly body: unknown }> =>
    api.call({ method: 'POST', path: path + version, body }, status);
  const invite = (name: string, role: string): Promise<unknown> =>
    post('/iam/org-invitations', { email: `${name}@${domain}`, role }, 201);
  const failedConnection = async (): Promise<void> => {
    const former = {
      name: 'Former single sign-on',
      issuer: formerIssuer,
      client_id: 'governance',
      client_secret: randomUUID(),
      enabled: false,
    };
    const { body } = await post('/iam/connections', former, 201);
    await post(`/iam/connections/${(body as { readonly id: string }).id}/test`, {}, 200);
  };
  await Promise.all([
    new CredentialsApi(platform).create('Weekly report', { secret_valid_for_days: 6 }),
    post('/iam/trust-rules', pipeline, 201),
    post('/org/campaigns', campaign(), 201),
    invite('auditor', 'viewer'),
    invite('deputy', 'account-admin'),
    failedConnection(),
  ]);
}
