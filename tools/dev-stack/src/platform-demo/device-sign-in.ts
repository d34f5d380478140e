import { type DeviceAuthorizationResponse } from 'openid-client';
import { must } from '../demo-checks';
import { type StackPlace, type StackUser } from '../stack-description';
import { AuthenticatorApp } from '@governance/testing';
import { passKeycloak } from './keycloak-forms';
import { type PagesInBrowser } from './pages-in-browser';

/** The provider refuses a code that was just used. Four wrong codes are below the throttling limit. */
const mostCodes = 4;
const refused = 422;

export interface DeviceSignIn {
  readonly user: StackUser;
  readonly device: DeviceAuthorizationResponse;
  readonly signInAt?: StackPlace['signInAt'];
}

/** Signs a user in on the pages of a device code, with password and second factor. @throws at an unexpected page. */
export async function connectDevice(
  pages: PagesInBrowser,
  { user, device, signInAt }: DeviceSignIn,
): Promise<void> {
  await pages.open(device.verification_uri_complete ?? device.verification_uri);
  if (signInAt === 'keycloak') {
    await passKeycloak(pages, user);
    return pages.sees('Device Login Successful');
  }
  await pages.sees('Is this your code?');
  const shown = await pages.textOf('.shown-code');
  must(shown === device.user_code, `the page shows the code ${shown} instead of ${device.user_code}`);
  await pages.send({});
  await (signInAt === 'connection' ? signInByConnection(pages, user) : signInOnPages(pages, user));
  await pages.sees('The device is connected');
}

/** Signs a user in at Keycloak, through the only connection of the organization. @throws at an unexpected page. */
async function signInByConnection(pages: PagesInBrowser, user: StackUser): Promise<void> {
  await pages.sees('Sign in');
  await pages.send({}, 'a[href$="?with=organization"]');
  await pages.sees('Sign in through your organization');
  await pages.send({ organization: user.organization.id });
  await pages.sees('Choose how to sign in');
  await pages.send({}, 'button.choice');
  await passKeycloak(pages, user);
}

/** Signs a user in with password and second factor. @throws at an unexpected page. */
export async function signInOnPages(pages: PagesInBrowser, user: StackUser): Promise<void> {
  await pages.sees('Sign in');
  await pages.send({ email: user.email, password: user.password });
  await enterCode(pages, new AuthenticatorApp(user.totpSecret));
}

async function enterCode(pages: PagesInBrowser, app: AuthenticatorApp): Promise<void> {
  await pages.sees('Enter your code');
  for (let codes = 0; codes < mostCodes; codes += 1) {
    if ((await pages.send({ code: await app.nextCode() })) !== refused) return;
    const problem = await pages.textOf('.alert');
    must(problem.includes('used before'), `the page says "${problem}"`);
  }
  must(false, 'no code of the authenticator app is accepted');
}
