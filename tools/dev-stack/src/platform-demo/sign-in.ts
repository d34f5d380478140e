import { type BrowserOptions, openBrowser } from '@governance/testing';
import * as openid from 'openid-client';
import { type StackPlace, type StackUser } from '../stack-description';
import { connectDevice } from './device-sign-in';
import { discover } from './discover';
import { PagesInBrowser } from './pages-in-browser';

const scope = 'openid profile email api:full:read api:full:write';

export interface SignIn extends Pick<StackPlace, 'issuer' | 'signInAt'> {
  readonly user: StackUser;
  readonly onDevice?: (device: openid.DeviceAuthorizationResponse) => void;
  readonly browser?: BrowserOptions;
}

/** spec 5.2.3: signs a user in by device code, in a browser. Resolves to an access token. */
export async function signIn({ issuer, onDevice, browser: options, ...place }: SignIn): Promise<string> {
  const client = await discover(issuer, 'governance-cli', openid.None());
  const device = await openid.initiateDeviceAuthorization(client, { scope });
  onDevice?.(device);
  const browser = await openBrowser(options);
  try {
    await connectDevice(new PagesInBrowser(await browser.newPage()), { ...place, device });
  } finally {
    await browser.close();
  }
  // The user has already signed in, so the first poll succeeds.
  const tokens = await openid.pollDeviceAuthorizationGrant(client, { ...device, interval: 0 });
  return tokens.access_token;
}
