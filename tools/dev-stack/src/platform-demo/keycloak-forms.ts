import { must } from '../demo-checks';
import { type StackUser } from '../stack-description';
import { AuthenticatorApp } from '@governance/testing';
import { type PagesInBrowser } from './pages-in-browser';

/** The button of each form of Keycloak. */
const button = '#kc-login';
/** Address, password, code and consent, and some codes that were used before. */
const mostForms = 8;
/** The id of the field of the form; the button itself if there is none; empty without a form. */
const fieldOfForm = `document.querySelector('${button}') === null ? '' :
  ['password', 'otp', 'username', 'kc-login'].find((id) => document.getElementById(id) !== null)`;

/** Answers the forms of Keycloak until there is none, with password and second factor. @throws if they do not end. */
export async function passKeycloak(pages: PagesInBrowser, user: StackUser): Promise<void> {
  const app = new AuthenticatorApp(user.totpSecret);
  await pages.awaits(button);
  const { origin } = pages;
  for (let forms = 0; forms < mostForms; forms += 1) {
    // The page after a connection moves on by itself: nothing can be asked of it.
    const field = pages.origin === origin ? await pages.ask(fieldOfForm) : '';
    if (field === '') return;
    await pages.send(await answerTo(field, user, app), button);
  }
  must(false, `Keycloak shows "${await pages.textOf('main')}"`);
}

async function answerTo(
  field: string,
  { email, password }: StackUser,
  app: AuthenticatorApp,
): Promise<Record<string, string>> {
  if (field === 'password') return { password };
  if (field === 'username') return { username: email };
  // Without a field the user allows the device.
  return field === 'otp' ? { otp: await app.nextCode() } : {};
}
