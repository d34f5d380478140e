import { type StackClient, type StackOrganization, type StackUser } from '../stack-description';
import { type StackSecrets } from '../stack-secrets';
import { type UpstreamPlan } from '../upstream/upstream-plan';
import { CredentialsApi, type IssuedCredential } from './credentials-api';
import { IdentityApi, type SeededConnection } from './identity-api';
import { JsonApi, type JsonApiOptions } from './json-api';
import { NotYet, patiently } from './patiently';
import { seedClient } from './seed-client';
import { seedOpenMatters } from './seed-open-matters';
import { plannedClientName, type PlannedOrganization, seedPlan } from './seed-plan';

export interface SeedPlace {
  readonly managementUrl: string;
  readonly platformUrl: string;
  readonly tokenEndpoint: string;
  readonly secrets: StackSecrets;
  /** The provider of enterprise connections. */
  readonly upstream: UpstreamPlan;
  /** A development token of a user who has just entered a second factor. */
  readonly tokenOf: (email: string) => Promise<string>;
  /** Of a new organization that has one. */
  readonly writeHistory: (orgId: string) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Seeded {
  readonly users: readonly StackUser[];
  readonly clients: readonly StackClient[];
}

/** Adds missing users and machines. Keeps existing data, except passwords and TOTP secrets. */
export async function seed(place: SeedPlace): Promise<Seeded> {
  const { managementUrl: url, secrets, signal } = place;
  const identity = new IdentityApi({ url, token: secrets.managementToken, signal });
  const users: StackUser[] = [];
  const clients: StackClient[] = [];
  // Sequentially: hashing several passwords at once would block a small machine.
  for (const planned of seedPlan) {
    const { id, name } = await identity.ensureOrganization(planned);
    const organization = { id, name };
    const isNew = planned.isLively && !secrets.clientOf(id);
    await identity.ensureConnections(id, connected(planned, place.upstream));
    const people = seedPeople(identity, planned, { organization, secrets });
    const [added] = await Promise.all([people, isNew && place.writeHistory(id)]);
    users.push(...added);
    clients.push(...(await seedMachine(place, planned, organization)));
  }
  return { users, clients };
}

function connected(
  { connections }: PlannedOrganization,
  { issuer, clients }: UpstreamPlan,
): SeededConnection[] {
  return connections.map((connection) => {
    const client = clients.find(({ clientId }) => clientId === connection.id);
    if (!client) return connection;
    const { clientId, clientSecret } = client;
    return { ...connection, upstream: { issuer, clientId, clientSecret } };
  });
}

async function seedPeople(
  identity: IdentityApi,
  { people }: PlannedOrganization,
  { organization, secrets }: { organization: StackOrganization; secrets: StackSecrets },
): Promise<StackUser[]> {
  const users: StackUser[] = [];
  for (const person of people) {
    const { password, totpSecret } = secrets.ofPerson(person.email);
    const userId = await identity.ensurePerson(person);
    const role = await identity.ensureMembership(organization.id, { userId, role: person.role });
    await identity.setPassword(userId, password);
    await identity.setTotp(userId, totpSecret);
    users.push({ email: person.email, password, totpSecret, role, organization });
  }
  return users;
}

/** None if the platform surface does not allow creating one. */
async function seedMachine(
  { platformUrl, tokenEndpoint, secrets, tokenOf, signal }: SeedPlace,
  { people, isLively }: PlannedOrganization,
  organization: StackOrganization,
): Promise<StackClient[]> {
  const admin = people.find(({ role }) => role === 'account-admin');
  if (!admin) throw new Error(`${organization.name} has no account admin to create a credential.`);
  const platform = { url: platformUrl, token: await tokenOf(admin.email), signal };
  const known = secrets.clientOf(organization.id);
  const credential = await seedClient({
    name: plannedClientName,
    known,
    credentials: new CredentialsApi(platform),
    works: (each) => getsToken(each, tokenEndpoint, signal),
  });
  if (isLively && credential && !known) await seedOpenMatters(platform, admin.email.replace(/^.*@/, ''));
  await requestTreeHead(platform);
  if (!credential) return [];
  secrets.keepClient(organization.id, credential);
  const { id: credential_id, name, client_id, client_secret } = credential;
  return [{ organization, name, credential_id, client_id, client_secret }];
}

/** An export asks the service to sign the events so far: the first proof of a fresh stack is then signed. 404: it is not live. */
async function requestTreeHead(platform: JsonApiOptions): Promise<void> {
  const path = '/iam/audit-events/proof?api-version=1.0';
  await new JsonApi(platform).call({ method: 'GET', path }, 200, 404);
}

/** @throws if the token endpoint neither accepts nor refuses. */
function getsToken(
  { client_id, client_secret }: IssuedCredential,
  tokenEndpoint: string,
  signal: AbortSignal,
): Promise<boolean> {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const body = new URLSearchParams(form);
  return patiently(
    async () => {
      const { status } = await fetch(tokenEndpoint, { method: 'POST', body, signal });
      if (status === 503) throw new NotYet(`${tokenEndpoint} is unavailable.`);
      if (status !== 200 && status !== 401) throw new Error(`${tokenEndpoint} answered ${status}.`);
      return status === 200;
    },
    { signal },
  );
}
