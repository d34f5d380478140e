import { type Product } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { TestApplication, type Tokens } from '../../../../../apps/identity-provider/e2e/support/applications';
import { invite } from '../../../../../apps/identity-provider/e2e/support/invitations';
import {
  type BrowserPage,
  PersonBrowser,
} from '../../../../../apps/identity-provider/e2e/support/person-browser';
import { type CodeKind } from '../person';
import { passPages } from '../sign-in';
import { FormBrowser } from '../visited-page';
import { type KeycloakPeople, multiFactor, type Visitor } from './keycloak-people';
import { orgId, otherOrgId, type SignIn, strictOrgId, strictWindowSeconds, windowSeconds } from './way';

/** A member of an organization, with one browser that knows both providers. */
export interface BrokeredMember extends Visitor {
  readonly orgId: string;
  /** The same browser at the embedded provider. */
  readonly here: PersonBrowser;
}

/** A way through Keycloak: what the embedded provider asked for, and the fields that the pages asked the user for. */
export interface Trip {
  readonly request: URL;
  readonly asked: readonly string[];
}

/** The embedded provider with a connection to Keycloak for each organization. */
export class Broker {
  /** One member for each kind of sign-in, whose session continues. */
  private readonly known = new Map<string, Promise<BrokeredMember>>();

  private constructor(
    private readonly product: Product,
    private readonly people: KeycloakPeople,
    readonly application: TestApplication,
  ) {}

  static async open(product: Product, people: KeycloakPeople): Promise<Broker> {
    const broker = new Broker(product, people, await TestApplication.open(product.setup));
    for (const each of [orgId, otherOrgId, strictOrgId]) await broker.connect(each);
    return broker;
  }

  /** The access token of a member who signs in, or whose session continues. */
  async tokenOf({ orgId: place = orgId, role = 'account-admin' }: SignIn = {}): Promise<string> {
    const key = `${place} ${role}`;
    const member = this.known.get(key) ?? this.join(place, role);
    this.known.set(key, member);
    return (await this.signIn(await member)).access_token;
  }

  /** A user of the realm accepts an invitation that is pinned to the connection. Returns the user with new browsers. */
  async join(place: string, role: 'account-admin' | 'viewer', codes?: CodeKind): Promise<BrokeredMember> {
    const visitor = await this.people.addVisitor({ [place]: role }, codes);
    const member = { ...visitor, orgId: place, here: new PersonBrowser(this.product.setup.issuer) };
    const { link } = await invite(
      { manage: (method, path, body) => this.product.management.call(method, path, body as object) },
      { orgId: place, role, connectionId: connectionOf(place), email: visitor.person.email },
    );
    await member.here.open(link);
    await member.here.submit(new URL(link).pathname);
    const page = await this.passConnection(member);
    if (!page.heading.startsWith('You have joined')) throw new Error(`not joined: ${page.text}`);
    return { ...this.returning(member), browser: new FormBrowser() };
  }

  /** Signs a member in to the command line. `trips` collects the ways through Keycloak. */
  async signIn(
    member: BrokeredMember,
    parameters: Readonly<Record<string, string>> = {},
    trips: Trip[] = [],
  ): Promise<Tokens> {
    const { here } = member;
    const walk = (): Promise<BrowserPage> =>
      // The command line asks for a confirmation, if only a session signs in.
      here.page?.html.includes('/consent"') === true
        ? here.submit('/consent')
        : this.passConnection(member, trips);
    return this.application.signIn(here, walk, { organization: member.orgId, ...parameters });
  }

  /** The same user with a new browser here, whose session at Keycloak continues. */
  returning(member: BrokeredMember): BrokeredMember {
    return { ...member, here: new PersonBrowser(this.product.setup.issuer) };
  }

  /** Presses the button of the connection, signs in at Keycloak, and returns. */
  private async passConnection(member: BrokeredMember, trips: Trip[] = []): Promise<BrowserPage> {
    const { url } = await member.here.submit('/connection', { connection: connectionOf(member.orgId) });
    const there = member.browser.until(this.product.setup.issuer);
    const { last, asked } = await passPages(there, {
      page: await there.open(url.href),
      person: member.person,
    });
    trips.push({ request: url, asked });
    const page = await member.here.open(last.url);
    if (page.status >= 400) throw new Error(`the embedded provider refuses the sign-in: ${page.text}`);
    return page;
  }

  private async connect(place: string): Promise<void> {
    const { management, setup } = this.product;
    const [clientId, clientSecret] = [`broker-${randomUUID()}`, randomBytes(32).toString('base64url')];
    await this.people.addClient(clientId, {
      secret: clientSecret,
      publicClient: false,
      redirectUris: [`${setup.issuer}/connections/${connectionOf(place)}/callback`],
      // As the console gives them to a new client: without the scope `acr` an ID token says nothing about the factor.
      defaultClientScopes: ['basic', 'email', 'profile', 'acr'],
    });
    const mfaMaxAge = place === strictOrgId ? strictWindowSeconds : windowSeconds;
    await management.putOrganization(place, { mfaMaxAge });
    const path = `/organizations/${place}/connections/${connectionOf(place)}`;
    const secondFactor = { acrValues: [multiFactor], amrValues: [] };
    await management.put(path, {
      name: 'Keycloak',
      type: 'enterprise',
      upstream: { issuer: this.people.issuer, clientId, clientSecret, secondFactor },
    });
  }
}

function connectionOf(place: string): string {
  return `con_${place}`;
}
