import { given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { PeopleStores } from '../src/stores/people-stores';
import { newRecoveryCodes } from '../src/second-factor/recovery-codes.store';
import { TestApplication } from './support/applications';
import { changePayload } from './support/change-payload';
import { claimsNamespace } from './support/identity-server';
import { optionsOn } from './support/passkey-app';
import { addPasskey, afterPassword, inStepUp, openPasskeys, usePasskey } from './support/passkey-steps';
import { addPerson, freshCode, type NewPerson, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { type Deviation, type SoftwareKey, SoftwarePasskey } from './support/software-passkey';
import { givenApp } from './support/shared-app';

const acr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
const accepted = 'Sign in to Governance command line?';
const mfaAt = `${claimsNamespace}mfa_at`;

describe('a passkey as second factor', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));
  /** Of the tests that change nothing. */
  let owner: { person: TestPerson; passkey: SoftwarePasskey };

  beforeAll(async () => {
    owner = await addOwner();
  });
  beforeEach(() => identity.stores.sql('TRUNCATE identity.guesses').then(() => undefined));

  async function addOwner(
    changes: NewPerson = {},
    key: SoftwareKey = {},
  ): Promise<{ person: TestPerson; passkey: SoftwarePasskey }> {
    const person = await addPerson(identity, changes);
    const passkey = new SoftwarePasskey(identity.issuer, key);
    await addPasskey(await openPasskeys(identity, person), passkey);
    return { person, passkey };
  }

  /** The methods in the session of the browser. */
  async function methodsIn(browser: PersonBrowser): Promise<unknown> {
    let methods: unknown;
    await changePayload(identity, {
      kind: 'Session',
      id: browser.cookies.get('session')?.value ?? '',
      change: (session) => {
        methods = session.amr;
        return session;
      },
    });
    return methods;
  }

  it.each([
    ['on one device', { algorithm: 'ES256' }, 'hwk'],
    ['copied between devices', { isSynced: true }, 'swk'],
    ['of type EdDSA', { algorithm: 'EdDSA' }, 'hwk'],
    ['of type RS256', { algorithm: 'RS256' }, 'hwk'],
  ] as const)(
    'signs in after the password: a key %s is named in the session, its time in the token',
    async (_case, key, method) => {
      const { person, passkey } = await addOwner({}, key);
      const browser = new PersonBrowser(identity.issuer);
      const tokens = await application.signIn(browser, async () => {
        const page = await browser.submit('/password', { email: person.email, password: person.password });
        expect(page.heading).toBe('Use your passkey');
        return usePasskey(browser, passkey);
      });
      const claims = decodeJwt(tokens.access_token);
      expect(claims[mfaAt]).toBe(claims.auth_time);
      expect(await methodsIn(browser)).toEqual(['pwd', method, 'user', 'mfa']);
    },
  );

  it('is asked for with our host, with user verification, and without attestation', async () => {
    const { person, passkey } = owner;
    const browser = await afterPassword(identity.issuer, person, application);
    const id = passkey.id.toString('base64url');
    expect(optionsOn(browser.page)).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id }],
      timeout: 300_000,
    });
    const account = await openPasskeys(identity, await addPerson(identity));
    const options = optionsOn(account.page);
    expect(options).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none', excludeCredentials: [] });
    expect(options.pubKeyCredParams?.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
  });

  it('is asked for again by a step-up, whose token has the new time', async () => {
    const { person, passkey } = await addOwner();
    const browser = new PersonBrowser(identity.issuer);
    const first = await application.signIn(browser, async () => {
      await browser.submit('/password', { email: person.email, password: person.password });
      return usePasskey(browser, passkey);
    });
    await changePayload(identity, {
      kind: 'Session',
      id: browser.cookies.get('session')?.value ?? '',
      change: (session) => ({ ...session, loginTs: Number(session.loginTs) - 3600 }),
    });
    const asked = { acr_values: acr, prompt: '' };
    const stepped = await application.signIn(
      browser,
      async () => {
        expect(browser.page?.heading).toBe('Use your passkey');
        await usePasskey(browser, passkey);
        return browser.submit('/consent');
      },
      asked,
    );
    const [before, after] = [first, stepped].map(({ access_token: token }) =>
      Number(decodeJwt(token)[mfaAt]),
    );
    expect(after).toBeGreaterThanOrEqual(before ?? Infinity);
    expect(stepped.claims()).toMatchObject({ acr });
  });

  it('can be replaced by the code of the app, and by a recovery code', async () => {
    const { person } = await addOwner({ app: true });
    const browser = await afterPassword(identity.issuer, person, application);
    expect(browser.page?.text).toContain('Use the authenticator app instead');
    const base = browser.page?.url.pathname ?? '';
    expect((await browser.open(`${base}?with=app`)).heading).toBe('Enter your code');
    expect(
      (await browser.submit('/code', { code: await freshCode(person) })).url.searchParams.get('code'),
    ).toMatch(/./);
    const [code = ''] = newRecoveryCodes();
    await identity.get(PeopleStores).recoveryCodes.replace(person.userId, [code]);
    const other = await afterPassword(identity.issuer, person, application);
    const path = other.page?.url.pathname ?? '';
    expect((await other.open(`${path}?with=recovery-code`)).heading).toBe('Enter a recovery code');
    expect((await other.submit('/recovery-code', { code })).url.searchParams.get('code')).toMatch(/./);
  });

  it.each<[string, Deviation]>([
    ['of another origin', { origin: 'http://localhost.evil.example' }],
    ['of our host at another port', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a page inside another site', { crossOrigin: true }],
    ['to a challenge of the attacker', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without user verification', { userVerified: false }],
    ['with a wrong signature', { badSignature: true }],
    ['of an unknown credential', { id: Buffer.alloc(32) }],
    ['for another user', { userHandle: 'AAAA' }],
  ])('refuses an answer %s, and asks again', async (_case, deviation) => {
    const { person, passkey } = owner;
    const browser = await inStepUp(identity, person, application);
    const refused = await usePasskey(browser, passkey, deviation);
    expect([refused.status, refused.heading]).toEqual([422, 'Use your passkey']);
    expect(refused.text).toContain('The passkey was not accepted.');
    expect((await usePasskey(browser, passkey)).heading).toBe(accepted);
  });

  it('refuses a replayed answer, in the same sign-in, in another one, and after a success', async () => {
    const { person, passkey } = owner;
    const browser = await inStepUp(identity, person, application);
    const other = await inStepUp(identity, person, application);
    const credential = passkey.get(optionsOn(browser.page));
    // A challenge belongs to the sign-in that shows it. The attempt does not use it up.
    expect((await other.submit('/passkey', { credential })).status).toBe(422);
    const wrong = passkey.get(optionsOn(browser.page), { badSignature: true });
    expect((await browser.submit('/passkey', { credential: wrong })).status).toBe(422);
    expect((await browser.submit('/passkey', { credential })).status).toBe(422);
    const right = passkey.get(optionsOn(browser.page));
    expect((await browser.submit('/passkey', { credential: right })).heading).toBe(accepted);
    const later = await inStepUp(identity, person, application);
    expect((await later.submit('/passkey', { credential: right })).status).toBe(422);
  });

  it('accepts one of two concurrent answers to one challenge § V6.5.1', async () => {
    const { person, passkey } = owner;
    const browser = await inStepUp(identity, person, application);
    const options = optionsOn(browser.page);
    const use = { ceremony: 'get', userId: person.userId } as const;
    const page = `sign-in ${browser.page?.url.pathname.split('/').at(-1) ?? ''}`;
    const { passkeyChallenges } = identity.get(PeopleStores);
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => passkeyChallenges.take({ ...use, page }, options.challenge)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect((await usePasskey(browser, passkey)).status).toBe(422);
  });

  it('refuses an answer to an expired challenge', async () => {
    const { person, passkey } = owner;
    const browser = await inStepUp(identity, person, application);
    await identity.stores.sql(
      `UPDATE identity.passkey_challenges SET expires_at = expires_at - interval '300 seconds'`,
    );
    expect((await usePasskey(browser, passkey)).status).toBe(422);
    expect((await usePasskey(browser, passkey)).heading).toBe(accepted);
  });

  it('refuses the passkey of another user', async () => {
    const [one, other] = [await addOwner(), await addOwner()];
    const browser = await inStepUp(identity, one.person, application);
    const refused = await usePasskey(browser, other.passkey);
    expect([refused.status, refused.heading]).toEqual([422, 'Use your passkey']);
    // With the handle that the browser of the first user would send.
    const { userHandle = '' } = one.passkey;
    expect(userHandle).not.toBe('');
    expect((await usePasskey(browser, other.passkey, { userHandle })).status).toBe(422);
  });

  it('refuses a counter that has not grown, which a copied key sends, and accepts keys without a counter', async () => {
    const { person, passkey } = await addOwner();
    const signIn = async (counter: number): Promise<number> => {
      const browser = await inStepUp(identity, person, application);
      return (await usePasskey(browser, passkey, { counter })).status;
    };
    expect([await signIn(0), await signIn(0), await signIn(7)]).toEqual([200, 200, 200]);
    expect([await signIn(7), await signIn(6), await signIn(0), await signIn(8)]).toEqual([
      422, 422, 422, 200,
    ]);
  });

  it('is charged to the budget of codes: after five refusals every answer has to wait', async () => {
    const { person, passkey } = await addOwner({ app: true });
    const browser = await inStepUp(identity, person, application);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await usePasskey(browser, passkey, { badSignature: true })).status).toBe(422);
    const { status, headers } = await usePasskey(browser, passkey);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    await browser.open(`${browser.page?.url.pathname.replace('/passkey', '') ?? ''}?with=app`);
    expect((await browser.submit('/code', { code: await freshCode(person) })).status).toBe(429);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '"canary"'],
    ['no credential', JSON.stringify({ id: 'canary', rawId: 'canary', type: 'public-key', response: {} })],
    ['an id that is no base64url', JSON.stringify({ id: 'a b', rawId: 'a b', type: 'public-key' })],
    ['an id of 1024 bytes', (p: SoftwarePasskey, o: never) => p.get(o, { id: Buffer.alloc(1024) })],
    ['deep JSON', '['.repeat(2000)],
  ])('refuses %s', async (_case, credential) => {
    const { person, passkey } = owner;
    const browser = await inStepUp(identity, person, application);
    const sent =
      typeof credential === 'string' ? credential : credential(passkey, optionsOn(browser.page) as never);
    const { status, heading, text } = await browser.submit('/passkey', { credential: sent });
    expect([status, heading]).toEqual([422, 'Use your passkey']);
    expect(text).not.toContain('canary');
  });

  it('refuses a form of more than 8 KB, and one without the secret of the sign-in', async () => {
    const { person, passkey } = owner;
    const browser = await inStepUp(identity, person, application);
    const { action } = browser.formTo('/passkey');
    const credential = passkey.get(optionsOn(browser.page));
    expect((await browser.post(action, { credential })).status).toBe(403);
    await browser.open(action.replace('/passkey', ''));
    expect((await browser.submit('/passkey', { credential: 'x'.repeat(9000) })).status).toBe(403);
  });

  it('does nothing at another step, and does not exist for other accounts', async () => {
    const without = await addPerson(identity, { app: true });
    const browser = await afterPassword(identity.issuer, without, application);
    expect(browser.page?.heading).toBe('Enter your code');
    expect(browser.page?.text).not.toContain('passkey');
    const { csrf = '' } = browser.formTo('/code').fields;
    const path = `${browser.page?.url.pathname ?? ''}/passkey`;
    const { passkey } = owner;
    const foreign = passkey.get({ challenge: 'AAAA', rpId: 'localhost' });
    expect((await browser.post(path, { csrf, credential: foreign })).status).toBe(422);
    const started = new PersonBrowser(identity.issuer);
    await started.open((await application.authorization()).url);
    const base = started.page?.url.pathname ?? '';
    const fields = { ...started.formTo('/password').fields, credential: foreign };
    expect((await started.post(`${base}/passkey`, fields)).heading).toBe('Sign in');
  });

  it('stays after a new password, and is asked for with it § V6.4.3', async () => {
    const { person, passkey } = await addOwner();
    const changed = 'another long password of the tests';
    await identity.manage('PUT', `/users/${person.userId}/password`, { password: changed });
    const browser = await afterPassword(identity.issuer, { ...person, password: changed }, application);
    expect(browser.page?.heading).toBe('Use your passkey');
    expect((await usePasskey(browser, passkey)).url.searchParams.get('code')).toMatch(/./);
  });

  it('of a former host does not work, and still counts: a password alone sets up no other factor', async () => {
    const { person } = await addOwner({ places: [['org_strict', 'viewer']] });
    await identity.manage('PUT', '/organizations/org_strict', { name: 'Strict', mfaMaxAge: 300 });
    await identity.stores.sql(`UPDATE identity.passkeys SET rp_id = 'old.example' WHERE user_id = $1`, [
      person.userId,
    ]);
    const browser = await afterPassword(identity.issuer, person, application);
    expect(browser.page?.heading).toBe('Enter a recovery code');
    expect(browser.page?.html).not.toContain('data-passkey');
  });
});
