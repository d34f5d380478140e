import { randomUUID } from 'node:crypto';
import { type ConsoleAnswer, ConsoleVisitor, sessionsOf } from './console';
import { type SignedIn } from './signed-in';
import { storeResult } from './stored-results';

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** Trusts a workload of an issuer that nothing reaches. */
export const trustRuleForm = {
  preset: 'oidc',
  name: 'Nightly backup',
  subject: 'backup',
  issuer: 'https://workloads.example.org',
  audience: 'https://api.example.org',
  permissions: 'm2m:credentials:read',
  single_use: 'no',
  valid_days: '0',
};

/** Gives the organization a domain, as if a record of its DNS had proven it. */
export async function proveDomain({ app, orgId }: Pick<SignedIn, 'app' | 'orgId'>): Promise<string> {
  const name = `${orgId.replaceAll('_', '-')}.example`;
  await app.identity.manage('PUT', `/organizations/${orgId}/domains/${name}`, {});
  await app.identity.stores.sql('UPDATE identity.domains SET proven_at = now() WHERE name = $1', [name]);
  return name;
}

/** A campaign of all clients that match. */
export const campaignForm = (): Record<string, string> => ({
  name: `Campaign ${randomUUID().slice(0, 8)}`,
  mode: 'msp-self',
  due_at: new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  message: 'Please involve your head of IT.',
  which: 'all',
});

/** Makes what an organization can have, through the pages of the console. Methods return the id of something new. */
export class ConsoleThings {
  /** Every secret that was shown once, with the page that showed it. */
  readonly secrets = new Map<string, ConsoleAnswer>();

  /** With the browser of an administrator. */
  constructor(private readonly owner: SignedIn) {}

  /** The name of every credential that `credential` makes. */
  readonly credentialName = 'Of the table';

  /** A credential whose previous secret still works. */
  async credential(): Promise<string> {
    const { id } = await this.created();
    this.keepSecret(await this.post(`credentials/${id}/rotate`, { overlap: '3600' }));
    return id;
  }

  async serviceIdentity(): Promise<string> {
    return (await this.created()).identity;
  }

  async unusedServiceIdentity(): Promise<string> {
    const { id, identity } = await this.created();
    await this.post(`service-identities/${identity}/rename`, { name: 'Unused' });
    await this.post(`credentials/${id}/revoke`, { name: this.credentialName });
    return identity;
  }

  async trustRule(): Promise<string> {
    const { location } = await this.post('trust-rules', trustRuleForm);
    return idIn(location, new RegExp(`trust-rules/(${uuid})`));
  }

  async invitation(): Promise<string> {
    const email = `${randomUUID()}@example.org`;
    await this.post('invitations', { email, role: 'viewer' });
    const { html } = await this.owner.visitor.get('/console/invitations');
    return idIn(html, new RegExp(`${email}[^]*?invitations/(${uuid})/revoke`));
  }

  /** At a provider that nothing reaches. */
  async connection(): Promise<string> {
    const fields = {
      issuer: 'https://sign-in.example.org',
      client_id: 'governance',
      client_secret: randomUUID(),
    };
    const { location } = await this.post('connections', { name: this.connectionName, ...fields });
    return idIn(location, new RegExp(`connections/(con_${uuid})`));
  }

  /** The name of every connection that `connection` makes. */
  readonly connectionName = 'Single sign-on';

  /** Returns its name. */
  async domain(): Promise<string> {
    const name = `${randomUUID()}.example`;
    await this.post('domains', { name, connection_id: '' });
    return name;
  }

  /** Attached to the organization. */
  async result(): Promise<string> {
    const { id, capability } = await storeResult(this.owner.app);
    await this.post('results/attach', { address: capability });
    return id;
  }

  /** Of the owner's organization. */
  async client(): Promise<string> {
    const { location } = await this.post('clients', { name: 'Globex' });
    return idIn(location, new RegExp(`clients/(${uuid})`));
  }

  /** Asks a client of its own. */
  async campaign(): Promise<string> {
    await proveDomain(this.owner);
    await this.post('clients', { name: 'Asked', contact_email: 'eva@asked.example', tags: 'asked' });
    const asked = { ...campaignForm(), tag: 'asked' };
    const { html } = await this.post('campaigns', asked);
    return idIn(html, new RegExp(`campaigns/(${uuid})`));
  }

  /** The client that a result has made. */
  async assessedClient(): Promise<string> {
    const { identity } = this.owner.app;
    const resultId = await this.result();
    const [row] = await identity.stores.sql('SELECT client_id FROM org_results WHERE result_id = $1', [
      resultId,
    ]);
    return String(row?.client_id);
  }

  /** A client with a result, whom a campaign asks. */
  async askedClient(): Promise<string> {
    const id = await this.assessedClient();
    const contact = { name: 'Initech', contact_email: 'eva@initech.example', tags: 'initech' };
    await this.post(`clients/${id}/change`, contact);
    await proveDomain(this.owner);
    await this.post('campaigns', { ...campaignForm(), tag: contact.tags });
    return id;
  }

  /** A viewer. */
  async member(): Promise<string> {
    return (await this.owner.join('viewer')).userId;
  }

  /** Of another browser of the same person. */
  async session(): Promise<string> {
    const { app, person } = this.owner;
    await new ConsoleVisitor(app).signIn(person);
    return (await sessionsOf(app, person)).at(-1)?.id ?? '';
  }

  private async created(): Promise<{ readonly id: string; readonly identity: string }> {
    const issued = await this.post('credentials', {
      name: this.credentialName,
      type: 'client_secret',
      valid_days: '90',
      permissions: 'm2m:credentials:read',
    });
    this.keepSecret(issued);
    const id = idIn(issued.html, new RegExp(`credentials/(${uuid})"`));
    const { html } = await this.owner.visitor.get(`/console/credentials/${id}`);
    return { id, identity: idIn(html, new RegExp(`service-identities/(${uuid})"`)) };
  }

  keepSecret(issued: ConsoleAnswer): void {
    const secret = /id="secret">([^<]+)</.exec(issued.html)?.[1];
    if (secret === undefined) throw new Error(`no secret: ${issued.html}`);
    this.secrets.set(secret, issued);
  }

  private async post(path: string, fields: Record<string, string>): Promise<ConsoleAnswer> {
    const answer = await this.owner.post(path, fields);
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.html}`);
    return answer;
  }
}

function idIn(html: string, pattern: RegExp): string {
  const id = pattern.exec(html)?.[1];
  if (id === undefined) throw new Error(`no ${pattern.source} in ${html}`);
  return id;
}
