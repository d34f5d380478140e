import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { BuiltProgram, callHttp, type ProgramEnd } from '@governance/testing';
import { AccountAdmin } from '../../../../../../apps/platform-api/e2e/machines/account-admin';
import { askForToken } from '../../../../../../apps/platform-api/e2e/machines/token-endpoint';
import { visitConsole } from '../../../../deploy/spec/support/console-visit';
import { MixedLoad } from '../../../../deploy/spec/support/mixed-load';
import { signIn } from '../../../../../dev-stack/src/platform-demo/sign-in';
import { sampleAssessment } from '../../../../../dev-stack/src/sample-assessment';
import { IdentityApi } from '../../../../../dev-stack/src/seed/identity-api';
import { type StackDescription, type StackUser } from '../../../../../dev-stack/src/stack-description';
import { writeJson } from '../../../../../dev-stack/src/stack-files';
import { StackSecrets } from '../../../../../dev-stack/src/stack-secrets';
import { domain, place, type Site } from './site';

const issuer = `https://login.${domain}`;
const publicUrl = `https://assess.${domain}`;
const platformUrl = `https://api.${domain}`;
const managementUrl = `https://identity-management.${domain}/management`;
const stackFile = join(place, 'stack.json');

/** The users of the proof, and what they do. */
export class People {
  private readonly secrets = StackSecrets.open(join(place, 'people.json'));
  private readonly identity: IdentityApi;

  constructor(private readonly site: Site) {
    const signal = AbortSignal.timeout(3_600_000);
    this.identity = new IdentityApi({ url: managementUrl, token: site.managementToken, signal });
  }

  /** An account admin, with password and second factor. The organization exists, or is made without a required one. */
  async addAdmin(orgId: string, email: string): Promise<StackUser> {
    const organization = await this.identity.ensureOrganization({
      id: orgId,
      name: orgId,
      mfaMaxAge: 0,
      people: [],
      connections: [],
    });
    const userId = await this.identity.ensurePerson({
      id: `usr_${randomBytes(8).toString('hex')}`,
      email,
      name: email,
      role: 'account-admin',
    });
    const role = await this.identity.ensureMembership(orgId, { userId, role: 'account-admin' });
    const { password, totpSecret } = this.secrets.ofPerson(email);
    await this.identity.setPassword(userId, password);
    await this.identity.setTotp(userId, totpSecret);
    return { email, password, totpSecret, role, organization };
  }

  /** `demo` or `demo-platform` of the development stack, through the ingress. */
  async walk(program: string, users: readonly StackUser[]): Promise<ProgramEnd> {
    const { url, api, smtpUrl: smtp } = this.site.mailbox;
    const description: Partial<StackDescription> = {
      publicUrl,
      platformUrl,
      issuer,
      machineIssuer: issuer,
      mailbox: { url, api, smtp },
      users,
    };
    writeJson(stackFile, description);
    const { NODE_EXTRA_CA_CERTS, TEST_BROWSER_TRUSTS, TMPDIR } = process.env;
    const settings = { STACK_FILE: stackFile, NODE_EXTRA_CA_CERTS, TEST_BROWSER_TRUSTS, TMPDIR };
    return new BuiltProgram(`tools/dev-stack/${program}.js`, settings).ended;
  }

  visitConsole(user: StackUser): Promise<void> {
    return visitConsole(platformUrl, user);
  }

  /** Requests of every kind, of this user and of a machine. */
  async load(user: StackUser): Promise<(domain: string) => MixedLoad> {
    const adminToken = await signIn({ issuer, user });
    const { clientId, secret } = await new AccountAdmin(platformUrl, adminToken).create();
    const { body } = await askForToken(issuer, clientId, { secret });
    const machineToken = String(body.access_token);
    const target = { website: publicUrl, platform: platformUrl, adminToken, machineToken };
    return (of) => new MixedLoad({ ...target, domain: of, mostAtOnce: 4 });
  }

  /** Assessments whose certificates are mailed. Resolves to the addresses. */
  async submitMany(count: number): Promise<readonly string[]> {
    const addresses = Array.from({ length: count }, (_, index) => `waiting-${index}@example.com`);
    for (const address of addresses) {
      const { status } = await callHttp(`${publicUrl}/api/survey-results`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sampleAssessment(address)),
      });
      expect(status).toBe(201);
    }
    return addresses;
  }
}
