import { PeopleStores } from '../src/stores/people-stores';
import { mostPasskeys } from '../src/second-factor/passkeys.store';
import { TestApplication } from './support/applications';
import { optionsOn } from './support/passkey-app';
import { addPasskey, afterPassword, openPasskeys, usePasskey } from './support/passkey-steps';
import { changeSession } from './support/change-payload';
import { addPerson, freshCode, moveToConnection, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { SoftwarePasskey } from './support/software-passkey';
import { sharedProvider } from './support/shared-provider';
import { givenApp } from './support/shared-app';

describe('the passkeys on the account pages', () => {
  const { identity } = givenApp();

  beforeEach(() => identity.stores.sql('TRUNCATE identity.guesses').then(() => undefined));

  const open = (person: TestPerson): Promise<PersonBrowser> => openPasskeys(identity, person);
  const newPasskey = (): SoftwarePasskey => new SoftwarePasskey(identity.issuer);
  const storedFor = ({ userId }: TestPerson): ReturnType<PeopleStores['passkeys']['of']> =>
    identity.get(PeopleStores).passkeys.of(userId);
  const firstOf = async (person: TestPerson): Promise<string> => (await storedFor(person))[0]?.id ?? '';

  it('are added with a name by a user without a second factor, who gets recovery codes once', async () => {
    const person = await addPerson(identity);
    const browser = await open(person);
    expect([browser.page?.heading, browser.page?.text]).toEqual([
      'Your passkeys',
      expect.stringContaining('Add a passkey') as string,
    ]);
    const codes = await addPasskey(browser, newPasskey(), { name: '  Work laptop ' });
    expect([codes.status, codes.heading]).toEqual([200, 'Save your recovery codes']);
    const [, code = ''] = /class="code">([^<]+)</.exec(codes.html) ?? [];
    expect(await identity.get(PeopleStores).recoveryCodes.accept(person.userId, code)).toBe(true);
    const listed = await browser.open('/account/passkeys');
    // The session has no second factor yet.
    expect(listed.heading).toBe('Sign in');
    expect(await storedFor(person)).toMatchObject([
      { name: 'Work laptop', rpId: 'localhost', lastUsedAt: undefined },
    ]);
  });

  it('are listed with name, creation and last use, beside an app that keeps its recovery codes', async () => {
    const person = await addPerson(identity, { app: true });
    const passkey = newPasskey();
    const browser = await open(person);
    const listed = await addPasskey(browser, passkey, { name: '<b>Blue key</b>' });
    expect([listed.url.pathname, listed.heading]).toEqual(['/account/passkeys', 'Your passkeys']);
    expect(listed.html).toContain('&lt;b&gt;Blue key&lt;/b&gt;');
    expect(listed.text).toMatch(/Created on \d+ \w+ \d{4}\. Not used yet\./);
    const application = await TestApplication.open(identity);
    await usePasskey(await afterPassword(identity.issuer, person, application), passkey);
    const used = await browser.open('/account/passkeys');
    expect(used.text).toMatch(/Created on \d+ \w+ \d{4}\. Last used on \d+ \w+ \d{4}\./);
    expect((await browser.open('/account')).text).toContain('Authenticator app and passkey');
  });

  it('need a name of 1 to 60 visible characters', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    for (const name of ['', '   ', 'x'.repeat(61), 'two\nlines', '\u3164', 'a\u202eb']) {
      const page = await addPasskey(browser, newPasskey(), { name });
      expect([name, page.status, page.heading]).toEqual([name, 422, 'Your passkeys']);
    }
    expect(await storedFor(person)).toEqual([]);
  });

  it('are not added from a message that breaks a rule, and then from a good one', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    for (const [rule, deviation] of [
      ['of another origin', { origin: 'https://evil.example' }],
      ['for another host', { rpId: 'evil.example' }],
      ['without user verification', { userVerified: false }],
      ['with another challenge', { challenge: 'AAAA' }],
      ['with an id of 1024 bytes', { id: Buffer.alloc(1024) }],
      [
        'with certificates',
        { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) } },
      ],
      ['of a platform statement', { attestation: { fmt: 'tpm', attStmt: new Map() } }],
      [
        'with a statement although none was asked',
        { attestation: { fmt: 'none', attStmt: new Map([['sig', 1]]) } },
      ],
    ] as const) {
      const { status, text } = await addPasskey(browser, newPasskey(), deviation);
      expect([rule, status]).toEqual([rule, 422]);
      expect(text).toContain('The passkey was not created. Try again.');
    }
    expect(await storedFor(person)).toEqual([]);
    expect((await addPasskey(browser, newPasskey())).status).toBe(200);
  });

  it('are not added with an algorithm that was not offered', async () => {
    const browser = await open(await addPerson(identity));
    const key = new SoftwarePasskey(identity.issuer, { algorithm: 'ES384' });
    expect((await addPasskey(browser, key)).status).toBe(422);
  });

  it('are not added from a replayed message, or one for another session', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    const credential = newPasskey().create(optionsOn(browser.page));
    const other = await open(await addPerson(identity));
    const send = (from: PersonBrowser): ReturnType<PersonBrowser['submit']> =>
      from.submit('/account/passkeys', { name: 'Key', credential });
    expect((await send(other)).status).toBe(422);
    expect((await send(browser)).status).toBe(200);
    await browser.open('/account/passkeys');
    expect((await send(browser)).status).toBe(422);
    expect(await storedFor(person)).toHaveLength(1);
  });

  it('belong to one account: the credential of another user is refused', async () => {
    const [owner, thief] = [
      await addPerson(identity, { app: true }),
      await addPerson(identity, { app: true }),
    ];
    const passkey = newPasskey();
    await addPasskey(await open(owner), passkey);
    const refused = await addPasskey(await open(thief), newPasskey(), { id: passkey.id });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('was not created') as string,
    ]);
    expect([await storedFor(owner), await storedFor(thief)]).toEqual([[expect.anything()], []]);
  });

  it('are at most ten, and another one after a removal', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    const late = newPasskey();
    const options = optionsOn(browser.page);
    for (let count = 0; count < mostPasskeys; count += 1) {
      await browser.open('/account/passkeys');
      expect((await addPasskey(browser, newPasskey(), { name: `Key ${count}` })).status).toBe(200);
    }
    expect(browser.page?.text).toContain('You have reached the limit of passkeys.');
    expect(browser.page?.html).not.toContain('data-passkey');
    const { csrf = '' } = browser.formTo('/removal').fields;
    const fields = { csrf, name: 'Late', credential: late.create(options) };
    expect((await browser.post('/account/passkeys', fields)).status).toBe(422);
    await browser.submit('/removal', { passkey: await firstOf(person) });
    expect(await storedFor(person)).toHaveLength(mostPasskeys - 1);
  });

  it('are removed by their owner only, and then no longer work', async () => {
    const [owner, other] = [
      await addPerson(identity, { app: true }),
      await addPerson(identity, { app: true }),
    ];
    const passkey = newPasskey();
    const browser = await open(owner);
    await addPasskey(browser, passkey);
    const id = await firstOf(owner);
    const stranger = await open(other);
    await addPasskey(stranger, newPasskey());
    expect((await stranger.submit('/removal', { passkey: id })).status).toBe(200);
    expect(await storedFor(owner)).toHaveLength(1);
    for (const unknown of ['', 'x', '00000000-0000-4000-8000-000000000000'])
      expect((await browser.submit('/removal', { passkey: unknown })).status).toBe(200);
    const application = await TestApplication.open(identity);
    const started = await afterPassword(identity.issuer, owner, application);
    const gone = await browser.submit('/removal', { passkey: id });
    expect([gone.url.pathname, gone.text]).toEqual([
      '/account/passkeys',
      expect.not.stringContaining('Test key') as string,
    ]);
    expect((await usePasskey(started, passkey)).heading).toBe('Enter your code');
    expect(
      (await started.submit('/code', { code: await freshCode(owner) })).url.searchParams.get('code'),
    ).toMatch(/./);
  });

  it('are kept when one is the only second factor, even beside one of a former host', async () => {
    const person = await addPerson(identity);
    const passkey = newPasskey();
    const browser = await open(person);
    await addPasskey(browser, passkey);
    await browser.open('/account/passkeys');
    await signIn(browser, person);
    await usePasskey(browser, passkey);
    expect(browser.page?.heading).toBe('Your passkeys');
    const id = await firstOf(person);
    const last = await browser.submit('/removal', { passkey: id });
    expect([last.status, last.text]).toEqual([
      422,
      expect.stringContaining('This is your only second factor.') as string,
    ]);
    await addPasskey(browser, newPasskey(), { name: 'Old key' });
    await identity.stores.sql(
      `UPDATE identity.passkeys SET rp_id = 'old.example' WHERE user_id = $1 AND id <> $2`,
      [person.userId, id],
    );
    const again = await browser.submit('/removal', { passkey: id });
    expect([again.status, again.text]).toEqual([
      422,
      expect.stringContaining('It works only at old.example, and no longer here.') as string,
    ]);
    expect(await storedFor(person)).toHaveLength(2);
  });

  it('need a fresh second factor, before the page and when a form is sent § V7.5.1', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    await addPasskey(browser, newPasskey());
    const id = await firstOf(person);
    const credential = newPasskey().create(optionsOn(browser.page));
    await changeSession(identity, browser, { loginTs: Math.floor(Date.now() / 1000) - 600 });
    const page = browser.page;
    const late = await browser.submit('/account/passkeys', { name: 'Late', credential });
    expect(late.heading).toBe('Use your passkey');
    browser.page = page;
    expect((await browser.submit('/removal', { passkey: id })).heading).toBe('Use your passkey');
    expect((await browser.open('/account/passkeys')).heading).toBe('Use your passkey');
    expect(await storedFor(person)).toHaveLength(1);
  });

  it('need a fresh sign-in of a user without a second factor', async () => {
    const person = await addPerson(identity);
    const browser = await open(person);
    const credential = newPasskey().create(optionsOn(browser.page));
    await changeSession(identity, browser, { loginTs: Math.floor(Date.now() / 1000) - 600 });
    const late = await browser.submit('/account/passkeys', { name: 'Late', credential });
    expect(late.heading).toBe('Sign in');
    expect(await storedFor(person)).toEqual([]);
    expect((await signIn(browser, person)).heading).toBe('Your passkeys');
  });

  it('are not added to a factor that the user has set up elsewhere in the meantime', async () => {
    const person = await addPerson(identity);
    const browser = await open(person);
    const credential = newPasskey().create(optionsOn(browser.page));
    await identity
      .get(PeopleStores)
      .authenticators.enrolFirst(person.userId, { secret: Buffer.alloc(20), usedStep: 0 });
    const page = await browser.submit('/account/passkeys', { name: 'Late', credential });
    expect(page.heading).toBe('Sign in');
    expect(await storedFor(person)).toEqual([]);
  });

  it('refuse a form without the secret of the session, and one without a session', async () => {
    const [browser, other] = [await open(await addPerson(identity)), await open(await addPerson(identity))];
    const { csrf = '' } = other.formTo('/account/passkeys').fields;
    for (const path of ['/account/passkeys', '/account/passkeys/removal']) {
      for (const forged of [{}, { csrf: 'x' }, { csrf }])
        expect((await browser.post(path, { name: 'Key', ...forged })).status).toBe(403);
      const anonymous = new PersonBrowser(identity.issuer);
      expect((await anonymous.post(path, { csrf })).heading).toBe('Sign in');
    }
  });

  it('are not offered where the provider of the organization shows the second factor', async () => {
    const person = await addPerson(identity, { places: [['org_sso', 'viewer']] });
    const browser = await open(person);
    const secondFactor = { acrValues: ['mfa'], amrValues: [] };
    const connection = { orgId: 'org_sso', id: 'con_1', name: 'Umbrella login', secondFactor };
    await moveToConnection(identity, person, connection);
    await changeSession(identity, browser, { amr: ['connection:con_1'] });
    expect((await browser.open('/account')).text).not.toContain('Manage passkeys');
    const page = await browser.open('/account/passkeys');
    expect([page.status, page.heading]).toEqual([404, 'Passkeys are not available']);
  });

  it('are not offered by a provider at an IP address', async () => {
    const own = await sharedProvider();
    const person = await addPerson(own);
    const browser = new PersonBrowser(own.issuer);
    await browser.open('/account');
    expect((await signIn(browser, person)).text).not.toContain('passkey');
    expect((await browser.open('/account/passkeys')).status).toBe(404);
  });

  it('go with the account when its connection is removed, and no secret is in the database or readable', async () => {
    const person = await addPerson(identity, { app: true });
    await addPasskey(await open(person), newPasskey(), { name: 'canary' });
    const [row] = await identity.stores.sql(
      `SELECT encode(name, 'escape') || encode(public_key, 'escape') AS text FROM identity.passkeys WHERE user_id = $1`,
      [person.userId],
    );
    expect(row?.text).not.toContain('canary');
    await moveToConnection(identity, person, { orgId: 'org_gone', id: 'con_gone', name: 'Gone login' });
    await identity.stores.sql('DELETE FROM identity.memberships WHERE user_id = $1', [person.userId]);
    const { status } = await identity.manage('DELETE', '/organizations/org_gone/connections/con_gone');
    expect(status).toBe(204);
    expect(await storedFor(person)).toEqual([]);
  });
});
