import { type TestApplication } from './applications';
import { optionsOn } from './passkey-app';
import { freshCode, type TestPerson } from './people';
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
export async function openPasskeys(issuer: string, person: TestPerson): Promise<PersonBrowser> {
  const browser = new PersonBrowser(issuer);
  await browser.open('/account/passkeys');
  await browser.submit('/password', { email: person.email, password: person.password });
  if (person.secret) await browser.submit('/code', { code: await freshCode(person) });
  return browser;
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

/** Answers the page that asks for a passkey. */
export function usePasskey(
  browser: PersonBrowser,
  passkey: SoftwarePasskey,
  deviation: Deviation = {},
): Promise<BrowserPage> {
  return browser.submit('/passkey', { credential: passkey.get(optionsOn(browser.page), deviation) });
}
