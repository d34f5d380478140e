import { TestApplication, type Tokens } from './applications';
import { type IdentityApp } from './identity-app';
import { invite } from './invitations';
import { type BrowserPage, PersonBrowser } from './person-browser';
import { sharedApp } from './shared-app';
import { passUpstream, startUpstream, type TestUpstream, type UpstreamPersona } from './upstream';

export const connectionPath = '/organizations/org_acme/connections/con_acme_sso';

interface Organization {
  readonly orgId: string;
  readonly name: string;
  readonly connectionId: string;
}

const acme: Organization = { orgId: 'org_acme', name: 'Acme', connectionId: 'con_acme_sso' };
const globex: Organization = { orgId: 'org_globex', name: 'Globex', connectionId: 'con_globex_sso' };

/** An organization whose members sign in at its own provider. */
export class EnterpriseHarness {
  private constructor(
    readonly identity: IdentityApp,
    readonly application: TestApplication,
    readonly upstream: TestUpstream,
    private readonly organization: Organization,
  ) {}

  /** By default at the provider that files share. */
  static async open(app?: IdentityApp): Promise<EnterpriseHarness> {
    const identity = app ?? (await sharedApp()).identity;
    const upstream = await startUpstream({ redirectUris: [callbackOf(identity, acme)] });
    return new EnterpriseHarness(identity, await TestApplication.open(identity), upstream, acme);
  }

  /** Adds Globex, which has another provider than Acme. */
  async openGlobex(): Promise<EnterpriseHarness> {
    const { identity, application } = this;
    const upstream = await startUpstream({ redirectUris: [callbackOf(identity, globex)] });
    return new EnterpriseHarness(identity, application, upstream, globex);
  }

  /** Restores the initial state of the organization. */
  async reset(changes: object = {}): Promise<void> {
    const { orgId, name } = this.organization;
    this.upstream.answer = undefined;
    this.upstream.lie = undefined;
    this.upstream.signIn = {};
    await this.identity.manage('PUT', `/organizations/${orgId}`, { name: `${name} MSP`, ...changes });
    await this.connect();
  }

  async connect(changes: object = {}): Promise<void> {
    const { orgId, name, connectionId } = this.organization;
    const connection = {
      name: `${name} single sign-on`,
      type: 'enterprise',
      upstream: this.upstream.settings,
      ...changes,
    };
    const path = `/organizations/${orgId}/connections/${connectionId}`;
    const { status } = await this.identity.manage('PUT', path, connection);
    if (status !== 200) throw new Error(`not connected: ${status}`);
  }

  /** Sets another provider for the same connection. */
  async connectOther(claimsInIdToken = true): Promise<TestUpstream> {
    const redirectUris = [callbackOf(this.identity, this.organization)];
    const other = await startUpstream({ redirectUris, claimsInIdToken });
    await this.connect({ upstream: other.settings });
    return other;
  }

  /** Opens the link of an invitation and presses its button. */
  async accept(link: string): Promise<PersonBrowser> {
    const browser = new PersonBrowser(this.identity.issuer);
    await browser.open(link);
    await browser.submit(new URL(link).pathname);
    return browser;
  }

  /** A user joins with the connection. Returns the address. */
  async join(
    email?: string,
    { persona = {}, role = 'viewer' }: { persona?: object; role?: 'account-admin' | 'viewer' } = {},
  ): Promise<string> {
    const { orgId, name, connectionId } = this.organization;
    const invitation = await invite(this.identity, { orgId, connectionId, role, ...(email && { email }) });
    const browser = await this.accept(invitation.link);
    this.upstream.persona = personaOf(invitation.email, persona);
    const page = await this.goThrough(browser);
    if (page.heading !== `You have joined ${name} MSP`) throw new Error(`not joined: ${page.text}`);
    return invitation.email;
  }

  /** Chooses the connection on the current page, signs in at its provider, and returns. */
  async goThrough(browser: PersonBrowser, upstream = this.upstream): Promise<BrowserPage> {
    await browser.submit('/connection', { connection: this.organization.connectionId });
    return passUpstream(browser, upstream);
  }

  /** Enters the organization's identifier on the first page of a sign-in, signs in at the provider, and returns. */
  async goByOrganization(browser: PersonBrowser, upstream = this.upstream): Promise<BrowserPage> {
    await browser.open(`${browser.page?.url.pathname ?? ''}?with=organization`);
    await browser.submit('/find-organization', { organization: this.organization.orgId });
    return this.goThrough(browser, upstream);
  }

  /** Opens the first page of a sign-in. */
  async begin(parameters: Record<string, string> = {}): Promise<PersonBrowser> {
    const browser = new PersonBrowser(this.identity.issuer);
    await browser.open((await this.application.authorization(parameters)).url);
    return browser;
  }

  async signIn(
    parameters: Record<string, string> = {},
    browser = new PersonBrowser(this.identity.issuer),
  ): Promise<Tokens> {
    return this.application.signIn(browser, () => this.goByOrganization(browser), parameters);
  }

  close(): Promise<void> {
    return this.upstream.close();
  }
}

export function personaOf(email: string, changes: object = {}): UpstreamPersona {
  return { sub: `sub of ${email}`, email, email_verified: true, name: 'Upstream person', ...changes };
}

function callbackOf({ issuer }: IdentityApp, { connectionId }: Organization): string {
  return `${issuer}/connections/${connectionId}/callback`;
}
