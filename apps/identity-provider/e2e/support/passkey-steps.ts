import { secondFactorAcr } from '../../src/oauth/people-scopes';
import { type TestApplication } from './applications';
import { ageSession, beginSession, openAccount } from './change-payload';
import { type IdentityServer } from './identity-server';
import { optionsOn } from './passkey-app';
import { type TestPerson } from './people';
import { type BrowserPage, PersonBrowser } from './person-browser';
import { type Deviation, type SoftwarePasskey } from './software-passkey';

/** Adds a passkey on the account page of a signed-in user. */
export function addPasskey(
  browser: PersonBrowser,
  passkey: SoftwarePasskey,
  { name = 'Test key', ...deviation }: Deviation & { readonly name?: string } = {},
): Promise<BrowserPage> {
  const credential = passkey.create(optionsOn(browser.page), deviation);
  return browser.submit('/account/passkeys', { name, credential });
}

/** A browser in which the user is signed in on the page of passkeys. */
export function openPasskeys(
  identity: Pick<IdentityServer, 'issuer' | 'stores'>,
  person: TestPerson,
): Promise<PersonBrowser> {
  return openAccount(identity, person, '/account/passkeys');
}

/** A browser on the page after the password. */
export async function afterPassword(
  issuer: string,
  person: TestPerson,
  application: TestApplication,
): Promise<PersonBrowser> {
  const browser = new PersonBrowser(issuer);
  await browser.open((await application.authorization()).url);
  await browser.submit('/password', { email: person.email, password: person.password });
  return browser;
}

/** A browser on the page that asks for the second factor again, in a session with an old one. */
export async function inStepUp(
  identity: Pick<IdentityServer, 'issuer' | 'stores'>,
  { userId }: TestPerson,
  application: TestApplication,
): Promise<PersonBrowser> {
  const browser = await beginSession(identity, { userId, secret: Buffer.of() });
  await ageSession(identity, browser.cookies.get('session')?.value ?? '');
  await browser.open((await application.authorization({ acr_values: secondFactorAcr, prompt: '' })).url);
  return browser;
}

/** Answers the page that asks for a passkey. */
export function usePasskey(
  browser: PersonBrowser,
  passkey: SoftwarePasskey,
  deviation: Deviation = {},
): Promise<BrowserPage> {
  return browser.submit('/passkey', { credential: passkey.get(optionsOn(browser.page), deviation) });
}
