import {
  DomainTaken,
  DomainUnknown,
  IdentityProviderUnavailable,
  TooManyDomains,
  TxtResolver,
} from '@governance/iam';
import { EmbeddedDomainDirectory } from '@governance/identity-provider-client';
import { fullWidth, given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { PeopleStores } from '../src/stores/people-stores';
import { EnterpriseHarness, personaOf } from './support/enterprise';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { managementToken } from './support/identity-server';
import { invite } from './support/invitations';
import { type LossyProxy, startLossyProxy } from '@governance/iam/spec';
import { type PersonBrowser } from './support/person-browser';

/** The platform's adapter, connected through a lossy proxy to the provider, and the sign-in pages. */
describe('the domains of organizations', () => {
  /** The TXT records of the DNS, by name; an error fails the lookup. */
  const records = new Map<string, readonly string[] | Error>();
  const lookups: string[] = [];
  const acme = given(async () => EnterpriseHarness.open(await startIdentityApp()));
  let identity: IdentityApp;
  let proxy: LossyProxy;
  let directory: EmbeddedDomainDirectory;
  let name: string;

  beforeAll(async () => {
    ({ identity } = acme);
    proxy = await startLossyProxy(identity.issuer);
    directory = new EmbeddedDomainDirectory({
      managementUrl: `${proxy.origin}/management`,
      managementToken,
    });
    identity.get<TxtResolver>(TxtResolver as never).resolve = (record) => {
      lookups.push(record);
      const found = records.get(record) ?? [];
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    };
    await identity.manage('PUT', '/organizations/org_globex', { name: 'Globex MSP' });
  });
  beforeEach(async () => {
    await acme.reset();
    name = `${randomUUID()}.example`;
    lookups.length = 0;
  });
  afterAll(async () => {
    await proxy.close();
    await acme.close();
    await identity.close();
  });

  const add = (orgId = 'org_acme', connectionId?: string): ReturnType<EmbeddedDomainDirectory['put']> =>
    directory.put(orgId, { name, connectionId });

  async function prove(orgId = 'org_acme', connectionId?: string): Promise<void> {
    const { challenge } = await add(orgId, connectionId);
    records.set(challenge.recordName, ['v=spf1 -all', challenge.recordValue]);
    expect((await directory.check(orgId, name)).problem).toBeUndefined();
  }

  it('have a challenge of their own for each organization, and keep it while it is valid', async () => {
    const [ours, theirs] = [await add(), await add('org_globex')];
    expect(ours).toMatchObject({ name, connectionId: undefined, provenAt: undefined });
    expect(ours.challenge.recordName).toBe(`_governance-challenge.${name}`);
    expect(ours.challenge.recordValue).toMatch(/^governance-organization=org_acme:[\w-]{43}$/);
    expect(theirs.challenge.recordValue).not.toBe(ours.challenge.recordValue);
    const days = (ours.challenge.expiresAt.getTime() - ours.createdAt.getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(await add()).toEqual(ours);
    expect(await directory.ofOrg('org_acme')).toContainEqual(ours);
    expect(await directory.ofOrg('org_none')).toEqual([]);
  });

  it('are proven by the record, and by nothing else', async () => {
    const { challenge } = await add();
    const { challenge: theirs } = await add('org_globex');
    const problemWith = async (found: readonly string[] | Error): Promise<unknown> => {
      records.set(challenge.recordName, found);
      return (await directory.check('org_acme', name)).problem;
    };
    expect(await problemWith([])).toBe('record_missing');
    const { recordValue: value } = challenge;
    for (const wrong of [theirs.recordValue, `${value} `, `"${value}"`, value.toLowerCase(), '']) {
      expect(await problemWith([wrong])).toBe('record_differs');
    }
    expect(await problemWith(new Error('canary'))).toBe('lookup_failed');
    expect(await problemWith([theirs.recordValue, value])).toBeUndefined();
    expect(lookups.every((record) => record === `_governance-challenge.${name}`)).toBe(true);
    const asked = lookups.length;
    records.clear();
    expect(await directory.check('org_acme', name)).toMatchObject({
      domain: { provenAt: expect.any(Date) as Date },
    });
    expect(lookups).toHaveLength(asked);
  });

  it('are not proven by an expired challenge, which gets a successor', async () => {
    const { challenge } = await add();
    records.set(challenge.recordName, [challenge.recordValue]);
    await identity.stores.sql('UPDATE identity.domains SET challenge_expires_at = now() WHERE name = $1', [
      name,
    ]);
    expect((await directory.check('org_acme', name)).problem).toBe('challenge_expired');
    const next = await add();
    expect(next.challenge.recordValue).not.toBe(challenge.recordValue);
    expect((await directory.check('org_acme', name)).problem).toBe('record_differs');
  });

  it('belong to the first organization that proves them, until it removes them § 10.7ab', async () => {
    await add('org_globex');
    await prove();
    const theirs = (await add('org_globex')).challenge;
    records.set(theirs.recordName, [theirs.recordValue]);
    await expect(directory.check('org_globex', name)).rejects.toThrow(DomainTaken);
    await directory.remove('org_acme', name);
    await directory.remove('org_acme', name);
    expect((await directory.check('org_globex', name)).problem).toBeUndefined();
    await expect(directory.check('org_acme', name)).rejects.toThrow(DomainUnknown);
  });

  it('are proven by one of two organizations under concurrent checks § 10.7ab', async () => {
    const challenges = [(await add()).challenge, (await add('org_globex')).challenge];
    records.set(
      `_governance-challenge.${name}`,
      challenges.map(({ recordValue }) => recordValue),
    );
    const checks = await Promise.allSettled(
      ['org_acme', 'org_globex'].flatMap((orgId) => [
        directory.check(orgId, name),
        directory.check(orgId, name),
      ]),
    );
    expect(checks.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });

  it('have only an enterprise connection of the own organization', async () => {
    await expect(add('org_globex', 'con_acme_sso')).rejects.toThrow(DomainUnknown);
    await expect(add('org_acme', 'con_none')).rejects.toThrow(DomainUnknown);
    expect(await add('org_acme', 'con_acme_sso')).toMatchObject({ connectionId: 'con_acme_sso' });
    expect(await add('org_acme')).toMatchObject({ connectionId: undefined });
  });

  it('are known to the connections of their organization only, and verify no address by themselves', async () => {
    await prove('org_acme');
    const { ways } = identity.get(PeopleStores);
    expect((await ways.upstream('con_acme_sso'))?.provenDomains).toContain(name);
    await add('org_globex');
    const other = { name: 'Other', type: 'enterprise', upstream: acme.upstream.settings };
    await identity.manage('PUT', '/organizations/org_globex/connections/con_other', other);
    expect((await ways.upstream('con_other'))?.provenDomains).not.toContain(name);
    const invitation = await invite(identity, { connectionId: 'con_acme_sso', email: `user@${name}` });
    const browser = await acme.accept(invitation.link);
    // This provider is not Entra ID.
    acme.upstream.persona = personaOf(invitation.email, { email_verified: undefined });
    expect((await acme.goThrough(browser)).text).toContain('has not verified your email address');
  });

  it('are at most 100, and can be asked again when a call was lost', async () => {
    await identity.manage('PUT', '/organizations/org_full', { name: 'Full MSP' });
    await identity.stores.sql(
      `INSERT INTO identity.domains (organization_id, name, challenge, challenge_expires_at)
       SELECT 'org_full', n || '.example', 'x', now() FROM generate_series(1, 100) AS n`,
    );
    await expect(add('org_full')).rejects.toThrow(TooManyDomains);
    await directory.put('org_full', { name: '1.example', connectionId: undefined });
    for (const loss of ['request', 'answer'] as const) {
      for (const work of [
        () => add(),
        () => directory.check('org_acme', name),
        () => directory.remove('org_acme', name),
      ]) {
        proxy.wire.loseOne(loss, 0);
        await expect(work()).rejects.toThrow(IdentityProviderUnavailable);
        await work();
      }
    }
  });

  describe('on the sign-in page', () => {
    const offer = 'Acme single sign-on';
    const typed = async (address: string): Promise<PersonBrowser> => {
      const browser = await acme.begin();
      await browser.open(`${browser.page?.url.pathname ?? ''}?with=organization`);
      await browser.submit('/find-organization', { organization: address });
      return browser;
    };

    it('offer their connection to their addresses, beside the password, once they are proven § 10.7aa', async () => {
      const address = `user@${name}`;
      await add('org_acme', 'con_acme_sso');
      expect((await typed(address)).page?.text).toContain('No organization with its own sign-in');
      await prove('org_acme', 'con_acme_sso');
      for (const spelling of [address.toUpperCase(), fullWidth(address)]) {
        const browser = await typed(spelling);
        expect([browser.page?.heading, browser.page?.text.includes(offer)]).toEqual(['Sign in', true]);
        expect(browser.page?.html).toContain('name="password"');
      }
      for (const other of [`user@sub.${name}`, `user@${name}.evil.example`, `${name}@other.example`]) {
        expect((await typed(other)).page?.text).not.toContain(offer);
      }
    });

    it('offer it for the address that the application names, and lead to its provider', async () => {
      await prove('org_acme', 'con_acme_sso');
      const invitation = await invite(identity, { connectionId: 'con_acme_sso', email: `joining@${name}` });
      const invited = await acme.accept(invitation.link);
      acme.upstream.persona = personaOf(invitation.email);
      await acme.goThrough(invited);
      const browser = await acme.begin({ login_hint: invitation.email });
      expect(browser.page?.text).toContain(offer);
      expect((await acme.goThrough(browser)).url.searchParams.get('code')).toMatch(/^.{40,}$/);
    });

    it('offer nothing without a connection, with a disabled one, or after their removal', async () => {
      const address = `user@${name}`;
      const isOffered = async (): Promise<boolean> =>
        (await acme.begin({ login_hint: address })).page?.text.includes(offer) === true;
      await prove('org_acme', 'con_acme_sso');
      expect(await isOffered()).toBe(true);
      await acme.connect({ enabled: false });
      expect(await isOffered()).toBe(false);
      await acme.connect();
      await add('org_acme');
      expect(await isOffered()).toBe(false);
      await add('org_acme', 'con_acme_sso');
      expect(await isOffered()).toBe(true);
      await directory.remove('org_acme', name);
      expect(await isOffered()).toBe(false);
    });
  });
});
