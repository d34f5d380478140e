import { randomUUID } from 'node:crypto';
import { createClient } from './clients';
import { type CredentialsApp, type Request } from './credentials-app';

export const campaignsPath = '/org/campaigns';
const dayMs = 86_400_000;

/** Ten days from now. */
export function dueAt(days = 10): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

/** Every mail of a campaign names a proven domain of its organization. */
export async function proveDomain(
  { provider: { domains } }: Pick<CredentialsApp, 'provider'>,
  orgId: string,
): Promise<string> {
  const proven = domains.all(orgId).find(({ provenAt }) => provenAt !== undefined);
  if (proven !== undefined) return proven.name;
  // The organization may have as many domains as it may have.
  domains.most += 1;
  const name = `${randomUUID()}.example`;
  await domains.put(orgId, { name, connectionId: undefined });
  await domains.check(orgId, name);
  domains.most -= 1;
  return name;
}

/** A client that can be asked. Returns its id. */
export function createContact(
  app: Pick<CredentialsApp, 'ask'>,
  members: object = {},
  request: Request = {},
): Promise<string> {
  return createClient(app, { contact_name: 'Eva', contact_email: 'eva@globex.example', ...members }, request);
}

/** The body of a campaign for these clients. */
export function newCampaign(ids: readonly string[], members: object = {}): object {
  return {
    name: `Campaign ${randomUUID()}`,
    mode: 'msp-self',
    due_at: dueAt(),
    clients: { ids },
    ...members,
  };
}

/** Sends a campaign to a new client. Returns its id. */
export async function createCampaign(
  app: Pick<CredentialsApp, 'ask' | 'provider' | 'orgId'>,
  members: object = {},
  { orgId = app.orgId, ...request }: Request & { readonly orgId?: string } = {},
): Promise<string> {
  await proveDomain(app, orgId);
  const body = newCampaign([await createContact(app, {}, request)], members);
  const answer = await app.ask('POST', campaignsPath, { ...request, body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return String(answer.body.id);
}
