import { type Page } from 'puppeteer';
import { beginSession } from './change-payload';
import { type IdentityServer } from './identity-server';
import { type TestPerson } from './people';

/** Signs a person in at the provider, in the browser of the page, without its pages. Returns the id of the session. */
export async function beginSessionOn(
  page: Page,
  identity: Pick<IdentityServer, 'issuer' | 'stores'>,
  person: TestPerson,
): Promise<string> {
  const value = (await beginSession(identity, person)).cookies.get('session')?.value ?? '';
  const { hostname: domain } = new URL(identity.issuer);
  await page.browserContext().setCookie({ name: 'session', value, domain, path: '/', httpOnly: true });
  return value;
}

/** Called on each page, with its name. */
export type OnPage = (name: string, page: Page) => Promise<void>;

/** Fills in the fields of the page and sends its first form, or the one with the button. */
export async function send(
  page: Page,
  fields: Record<string, string>,
  button = 'button.primary',
): Promise<void> {
  // A headed browser renders only the front tab, and elements in other tabs cannot be clicked.
  await page.bringToFront();
  for (const [id, text] of Object.entries(fields)) {
    // Selects the current value, so that typing replaces it.
    await page.click(`#${id}`, { count: 3 });
    await page.type(`#${id}`, text);
  }
  await Promise.all([page.waitForNavigation(), page.click(button)]);
}

export async function textOn(page: Page, selector: string): Promise<string> {
  return String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`));
}
