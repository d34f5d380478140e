import { given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { fromBase32 } from '../src/second-factor/base32';
import { totpCode, totpStep } from '../src/second-factor/totp';
import { TestApplication } from './support/applications';
import { changePayload, changeSession } from './support/change-payload';
import { claimsNamespace } from './support/identity-server';
import { addPasskey, openPasskeys, usePasskey } from './support/passkey-steps';
import { addPerson, moveToConnection, signIn, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { SoftwarePasskey } from './support/software-passkey';
import { givenApp } from './support/shared-app';

const stepUp = { acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor', prompt: '' };
const mfaAt = `${claimsNamespace}mfa_at`;
const strict = { mfaMaxAge: 300, places: [['org_strict', 'viewer']] } as const;

describe('the first second factor of a user', () => {
  const { identity, inbox } = givenApp();
  const application = given(() => TestApplication.open(identity));

  async function open(browser: PersonBrowser, parameters: Record<string, string> = {}): Promise<BrowserPage> {
    return browser.open((await application.authorization(parameters)).url);
  }

  /** The key on the page, as an authenticator app reads it. */
  function keyOn(page: BrowserPage | undefined): Buffer {
    const key = /<p class="code key">([^<]+)<\/p>/.exec(page?.html ?? '')?.[1] ?? '';
    return fromBase32(key.replaceAll(' ', '')) ?? Buffer.alloc(0);
  }

  async function told(person: TestPerson): Promise<void> {
    const { text } = await inbox.waitForMail(person.email);
    expect(text).toContain('A second factor was added to your account at localhost');
  }

  it('is of no use in the session in which it was set up, and is reported to the owner', async () => {
    const person = await addPerson(identity);
    const passkey = new SoftwarePasskey(identity.issuer);
    const thief = await openPasskeys(identity, person);
    expect((await addPasskey(thief, passkey)).heading).toBe('Save your recovery codes');
    await told(person);
    const tokens = await application.signIn(thief, () => thief.submit('/consent'), { prompt: '' });
    expect(decodeJwt(tokens.access_token)).not.toHaveProperty([mfaAt]);
    const asked = await open(thief, stepUp);
    expect(asked.heading).toBe('Sign in');
    const forms = ['passkey', 'code', 'recovery-code', 'enrol-passkey'];
    for (const form of forms) {
      const { action, fields } = thief.formTo('/password');
      const page = await thief.post(action.replace(/password$/, form), { ...fields, code: '000000' });
      expect([form, page.heading]).toEqual([form, 'Sign in']);
    }
    expect((await thief.open('/account/passkeys')).heading).toBe('Sign in');
    // The owner signs in again with it.
    const stepped = await application.signIn(
      thief,
      async () => {
        expect((await signIn(thief, person)).heading).toBe('Use your passkey');
        return usePasskey(thief, passkey);
      },
      stepUp,
    );
    expect(decodeJwt(stepped.access_token)).toHaveProperty([mfaAt]);
  });

  it('is set up where it is required, reported, and shown in a new sign-in before the application continues', async () => {
    const person = await addPerson(identity, strict);
    const browser = new PersonBrowser(identity.issuer);
    const tokens = await application.signIn(browser, async () => {
      const page = await signIn(browser, person);
      const secret = keyOn(page);
      const now = totpStep(new Date());
      await browser.submit('/enrol', { code: totpCode(secret, now) });
      await told(person);
      const again = await browser.submit('/recovery-codes');
      expect([again.heading, again.text]).toEqual([
        'Sign in',
        expect.stringContaining('this sign-in was without it. Sign in again with it.') as string,
      ]);
      expect(again.html).toContain(`value="${person.email}"`);
      expect((await signIn(browser, person)).heading).toBe('Enter your code');
      expect((await browser.submit('/code', { code: totpCode(secret, now) })).status).toBe(422);
      return browser.submit('/code', { code: totpCode(secret, now + 1) });
    });
    expect(decodeJwt(tokens.access_token)).toHaveProperty([mfaAt]);
  });

  it('is set up and used by a step-up of a user who has none', async () => {
    const person = await addPerson(identity);
    const browser = new PersonBrowser(identity.issuer);
    await application.signIn(browser, () => signIn(browser, person));
    const stepped = await application.signIn(
      browser,
      async () => {
        expect(browser.page?.heading).toBe('Sign in');
        const secret = keyOn(await signIn(browser, person));
        const now = totpStep(new Date());
        await browser.submit('/enrol', { code: totpCode(secret, now) });
        await browser.submit('/recovery-codes');
        await signIn(browser, person);
        return browser.submit('/code', { code: totpCode(secret, now + 1) });
      },
      stepUp,
    );
    expect(decodeJwt(stepped.access_token)).toHaveProperty([mfaAt]);
  });

  it('needs a new sign-in at the provider of a user without a password, however young the session is', async () => {
    const person = await addPerson(identity, { places: [['org_first', 'viewer']] });
    const browser = await openPasskeys(identity, person);
    await moveToConnection(identity, person, { orgId: 'org_first', id: 'con_first', name: 'First login' });
    const signedInBy = (...amr: string[]): Promise<void> => changeSession(identity, browser, { amr });
    await signedInBy('connection:con_first');
    const asked = await browser.open('/account/passkeys');
    expect([asked.heading, asked.text]).toEqual([
      'Sign in',
      expect.stringContaining('First login') as string,
    ]);
    await signedInBy('connection:con_first', 'renewed');
    expect((await browser.open('/account/passkeys')).heading).toBe('Your passkeys');
  });

  it('needs the password of the last five minutes, on the page and when the form is sent', async () => {
    const person = await addPerson(identity, strict);
    const browser = new PersonBrowser(identity.issuer);
    const { url } = await open(browser);
    const page = await signIn(browser, person);
    const secret = keyOn(page);
    const passed = async (seconds: number): Promise<void> =>
      changePayload(identity, {
        kind: 'Interaction',
        id: url.pathname.split('/').at(-1) ?? '',
        change: (interaction) => {
          const result = interaction.result as { progress: { shownAt: number } };
          const progress = { ...result.progress, shownAt: result.progress.shownAt - seconds };
          return { ...interaction, result: { ...result, progress } };
        },
      });
    await passed(240);
    expect((await browser.open(url.pathname)).heading).toBe('Set up a second factor');
    await passed(61);
    const late = await browser.submit('/enrol', { code: totpCode(secret, totpStep(new Date())) });
    expect(late.heading).toBe('Sign in');
    const rows = await identity.stores.sql('SELECT FROM identity.authenticators WHERE user_id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([]);
    expect((await signIn(browser, person)).heading).toBe('Set up a second factor');
  });
});
