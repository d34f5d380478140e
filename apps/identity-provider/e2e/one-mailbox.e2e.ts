import { EmbeddedInvitationGateway } from '@governance/identity-provider-client';
import { mailboxSpellings, opened } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { budgets } from '../src/guesses/attempts.store';
import { TestApplication } from './support/applications';
import { EnterpriseHarness, personaOf } from './support/enterprise';
import { managementToken } from './support/identity-server';
import { invite } from './support/invitations';
import { addOrganization } from './support/machines';
import { addPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const member = 'member@example.com';
const spellings = mailboxSpellings(member);
const noneCanonical = [
  'member',
  'a@a/b.com',
  'a@1.2',
  'a@[1.2.3.4]',
  'a@example..com',
  'a@example.com:25',
  'a@ex%61mple.com',
  'a@xn--ample-zib.com',
  'jos\u00e9@example.com',
  '"a"@example.com',
  `${'a'.repeat(65)}@example.com`,
];

describe('the spellings of one mailbox, at the provider', () => {
  const { identity } = givenApp();

  beforeAll(async () => {
    await addOrganization(identity.manage, 'org_acme');
    await identity.manage('PUT', '/users/user_1', { email: spellings[1], name: 'Member' });
    await identity.manage('PUT', '/organizations/org_acme/memberships/user_1', { role: 'viewer' });
  });
  afterEach(() => identity.stores.sql('DELETE FROM identity.invitations'));

  it('name one user, whose address is the canonical one', async () => {
    for (const spelling of spellings) {
      const { body } = await identity.manage('GET', `/users?email=${encodeURIComponent(spelling)}`);
      expect(body).toMatchObject({ users: [{ id: 'user_1', email: member }] });
    }
  });

  it('cannot be used by another account', async () => {
    for (const [index, email] of spellings.entries()) {
      const { status } = await identity.manage('PUT', `/users/other_${index}`, { email, name: 'Other' });
      expect(status).toBe(409);
    }
  });

  it('are those of a member, for the platform too', async () => {
    const gateway = new EmbeddedInvitationGateway({
      managementUrl: `${identity.issuer}/management`,
      managementToken,
    });
    const search = { orgId: 'org_acme', connectionId: undefined };
    for (const email of spellings) expect(await gateway.hasMember({ ...search, email })).toBe(true);
    expect(await gateway.hasMember({ ...search, email: 'member+tag@example.com' })).toBe(false);
  });

  it('have one open invitation', async () => {
    // Not expired: the provider deletes expired invitations in the background.
    const now = Date.now();
    for (const [index, email] of spellings.entries()) {
      const { status } = await identity.manage('PUT', `/invitations/${randomUUID()}`, {
        orgId: 'org_acme',
        email,
        role: 'viewer',
        token: randomBytes(32).toString('base64url'),
        createdAt: new Date(now + index).toISOString(),
        expiresAt: new Date(now + 86_400_000).toISOString(),
      });
      expect(status).toBe(200);
    }
    expect(
      await identity.stores.sql('SELECT count(*)::int FROM identity.invitations WHERE withdrawn_at IS NULL'),
    ).toEqual([{ count: 1 }]);
  });

  it('sign in with one password, and share one budget of guesses', async () => {
    const person = await addPerson(identity);
    const application = await TestApplication.open(identity);
    const refusals: string[] = [];
    const spellings = mailboxSpellings(person.email);
    for (let guess = 0; guess <= budgets['account-network'].burst; guess += 1) {
      const email = spellings[guess % spellings.length] ?? '';
      const browser = new PersonBrowser(identity.issuer);
      await browser.open((await application.authorization()).url);
      const page = await browser.submit('/password', { email, password: 'a wrong password of the tests' });
      refusals.push(page.text);
    }
    expect(refusals[0]).toContain('is incorrect');
    expect(refusals.at(-1)).toContain('Too many attempts');
    await identity.stores.sql('TRUNCATE identity.guesses');
    const browser = new PersonBrowser(identity.issuer);
    await browser.open((await application.authorization()).url);
    const [, , email] = mailboxSpellings(person.email);
    const page = await browser.submit('/password', { email: String(email), password: person.password });
    expect(page.text).not.toContain('incorrect');
  });

  it.each(noneCanonical)('answers 400 to %s, and does not repeat it', async (email) => {
    const answers = [
      await identity.manage('PUT', '/users/user_2', { email, name: 'Other' }),
      await identity.manage('GET', `/users?email=${encodeURIComponent(email)}`),
      await identity.manage('POST', '/organizations/org_acme/member-search', { email }),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([
        400,
        { error_description: expect.stringContaining('email') as unknown },
      ]);
      expect(JSON.stringify(body)).not.toContain(email);
    }
  });
});

describe('an address that a connection asserts', () => {
  const acme = opened(() => EnterpriseHarness.open());
  beforeAll(async () => {
    await acme.reset();
  });

  async function acceptAs(spelled: (email: string) => string): Promise<{ heading: string; text: string }> {
    const { email, link } = await invite(acme.identity, { connectionId: 'con_acme_sso' });
    const browser = await acme.accept(link);
    acme.upstream.persona = personaOf(email, { email: spelled(email) });
    return acme.goThrough(browser);
  }

  it('is the invited one in every spelling of the mailbox', async () => {
    expect((await acceptAs((email) => String(mailboxSpellings(email)[1]))).heading).toBe(
      'You have joined Acme MSP',
    );
  });

  it('is refused when mail cannot be sent to it', async () => {
    expect((await acceptAs((email) => `${email}/example.org`)).text).toContain(
      'has not verified your email address',
    );
  });
});
