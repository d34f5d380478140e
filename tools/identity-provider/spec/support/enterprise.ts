import { TestApplication, type Tokens } from './applications';
import { type IdentityApp, startIdentityApp } from './identity-app';
import { invite } from './invitations';
import { type BrowserPage, PersonBrowser } from './person-browser';
import { passUpstream, startUpstream, type TestUpstream, type UpstreamPersona } from './upstream';

export const connectionPath = '/organizations/org_acme/connections/con_acme_sso';

/** An organization whose people sign in at its own provider. */
export class EnterpriseHarness {
  private constructor(
    readonly identity: IdentityApp,
    readonly application: TestApplication,
    readonly upstream: TestUpstream,
  ) {}

  static async open(): Promise<EnterpriseHarness> {
    const identity = await startIdentityApp();
    const upstream = await startUpstream({ redirectUris: [callbackOf(identity)] });
    return new EnterpriseHarness(identity, await TestApplication.open(identity), upstream);
  }

  /** The organization as it is at first. */
  async reset(): Promise<void> {
    this.upstream.answer = undefined;
    await this.identity.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP' });
    await this.connect();
  }

  async connect(changes: object = {}): Promise<void> {
    const connection = { name: 'Acme single sign-on', type: 'enterprise', upstream: this.upstream.settings };
    const { status } = await this.identity.manage('PUT', connectionPath, { ...connection, ...changes });
    if (status !== 200) throw new Error(`not connected: ${status}`);
  }

  /** Another provider at the same connection. */
  async connectOther(claimsInIdToken = true): Promise<TestUpstream> {
    const other = await startUpstream({ redirectUris: [callbackOf(this.identity)], claimsInIdToken });
    await this.connect({ upstream: other.settings });
    return other;
  }

  /** The link of an invitation has been opened, and its button pressed. */
  async accept(link: string): Promise<PersonBrowser> {
    const browser = new PersonBrowser(this.identity.issuer);
    await browser.open(link);
    await browser.submit(new URL(link).pathname);
    return browser;
  }

  /** Somebody joins by the connection. Answers the address. */
  async join(email?: string): Promise<string> {
    const pinned = { connectionId: 'con_acme_sso', ...(email && { email }) };
    const invitation = await invite(this.identity, pinned);
    const browser = await this.accept(invitation.link);
    this.upstream.persona = personaOf(invitation.email);
    const page = await this.goThrough(browser);
    if (page.heading !== 'You have joined Acme MSP') throw new Error(`not joined: ${page.text}`);
    return invitation.email;
  }

  /** Chooses the connection on the page where it can be chosen, signs in at its provider, and comes back. */
  async goThrough(browser: PersonBrowser, upstream = this.upstream): Promise<BrowserPage> {
    await browser.submit('/connection', { connection: 'con_acme_sso' });
    return passUpstream(browser, upstream);
  }

  /** From the first page of a sign-in on, by the identifier of the organization, to the provider and back. */
  async goByOrganization(browser: PersonBrowser, upstream = this.upstream): Promise<BrowserPage> {
    await browser.open(`${browser.page?.url.pathname ?? ''}?with=organization`);
    await browser.submit('/find-organization', { organization: 'org_acme' });
    return this.goThrough(browser, upstream);
  }

  /** The first page of a sign-in. */
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

  async close(): Promise<void> {
    await this.upstream.close();
    await this.identity.close();
  }
}

export function personaOf(email: string, changes: object = {}): UpstreamPersona {
  return { sub: `sub of ${email}`, email, email_verified: true, name: 'Upstream person', ...changes };
}

function callbackOf({ issuer }: IdentityApp): string {
  return `${issuer}/connections/con_acme_sso/callback`;
}
