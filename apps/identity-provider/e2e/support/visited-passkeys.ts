import { type Page } from 'puppeteer';
import { PeopleStores } from '../../src/stores/people-stores';
import { type IdentityApp } from './identity-app';
import { addPerson } from './people';
import { type OnPage, send } from './page-forms';

const usable = 'form[data-passkey]:not([hidden])';

/** Visits the pages of passkeys, with an authenticator of the machine. */
export async function visitPasskeys(
  identity: IdentityApp,
  { page, onPage }: { readonly page: Page; readonly onPage: OnPage },
): Promise<void> {
  const person = await addPerson(identity);
  const devtools = await page.createCDPSession();
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', hasUserVerification: true, isUserVerified: true },
  });
  await page.goto(`${identity.issuer}/account/passkeys`);
  await send(page, { email: person.email, password: person.password });
  await page.waitForSelector(usable);
  await onPage('account-passkeys-none', page);
  await send(page, { name: 'Work laptop' });
  await onPage('account-recovery-codes', page);
  await page.goto(`${identity.issuer}/account/passkeys`);
  await send(page, { password: person.password });
  await page.waitForSelector(usable);
  await onPage('passkey', page);
  await page.evaluate(`document.querySelector('${usable}').submit()`);
  await page.waitForSelector('#problem');
  await page.waitForSelector(usable);
  await onPage('passkey-wrong', page);
  await send(page, {});
  await page.waitForSelector('.listed');
  await addOld(identity, person.userId);
  await page.reload();
  await page.waitForSelector(usable);
  await onPage('account-passkeys', page);
  await page.type('#name', 'Again');
  await page.click(`${usable} button`);
  await page.waitForSelector('[data-passkey-failed]:not([hidden])');
  await onPage('account-passkeys-failed', page);
  await send(page, {}, '.listed li:first-child button');
  await page.waitForSelector(usable);
  await onPage('account-passkeys-last', page);
}

/** A passkey of a former host. */
async function addOld(identity: IdentityApp, userId: string): Promise<void> {
  await identity.get(PeopleStores).passkeys.add(
    userId,
    {
      name: 'Blue security key in the drawer',
      credentialId: Buffer.alloc(32).toString('base64url'),
      rpId: 'login.former.example.org',
      transports: [],
      publicKey: new Uint8Array(8),
      isSynced: false,
      counter: 0,
    },
    { onlyFirst: false },
  );
}
