import { signInByDevice } from '@governance/client';
import { SignInBrowser } from './sign-in-browser';
import { type Stack } from './stack';

/** The access token of a new account admin, who has signed in by device code. */
export async function signedInUser({ platformUrl, management }: Stack): Promise<string> {
  const admin = await management.addAdmin();
  const browser = await SignInBrowser.open();
  const prompted = Promise.withResolvers<string>();
  const signIn = signInByDevice({
    apiUrl: platformUrl,
    clientId: 'governance-cli',
    onPrompt: ({ verificationUriComplete, verificationUri }) => {
      prompted.resolve(verificationUriComplete ?? verificationUri);
    },
  });
  expect(await browser.confirm(await prompted.promise, admin)).toBe('The device is connected');
  await browser.close();
  return (await signIn).accessToken;
}
