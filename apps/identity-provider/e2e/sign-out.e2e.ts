import { beginSession } from './support/change-payload';
import { TestApplication, type Tokens } from './support/applications';
import { addPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { consoleCallback, givenApp } from './support/shared-app';

const home = 'https://console.example.org/';

describe('signing out', () => {
  const { identity } = givenApp();
  let application: TestApplication;
  let browser: PersonBrowser;
  let tokens: Tokens;

  beforeAll(async () => {
    const redirectUri = consoleCallback;
    application = await TestApplication.open(identity, { clientId: 'console', redirectUri });
  });
  beforeEach(async () => {
    browser = new PersonBrowser(identity.issuer);
    const person = await addPerson(identity);
    tokens = await application.enter(await beginSession(identity, person, browser), { prompt: '' });
  });

  const signOut = (parameters: Record<string, string> = {}): ReturnType<PersonBrowser['open']> =>
    browser.open(`/session/end?${new URLSearchParams(parameters).toString()}`);

  it('asks first, ends the session with its tokens, and goes back to the application § logout-2a logout-2b logout-2e logout-3c V7.4.1 V10.4.9 V10.6.2', async () => {
    const page = await signOut({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: home,
      state: 'kept',
    });
    expect(page.heading).toBe('Sign out?');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://console.example.org;",
    );
    await expect(application.refresh(tokens.refresh_token)).resolves.toBeDefined();
    const { url } = await browser.submit('/session/end/confirm', { logout: 'yes' });
    expect(url.href).toBe(`${home}?state=kept`);
    expect(browser.cookies.has('session')).toBe(false);
    await expect(application.refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await browser.open((await application.authorization()).url)).heading).toBe('Sign in');
  });

  it('ends on a page of ours when no application is named', async () => {
    await signOut();
    const page = await browser.submit('/session/end/confirm', { logout: 'yes' });
    expect(page.heading).toBe('You are signed out');
  });

  it('redirects only to addresses of the application § logout-3a V3.7.2', async () => {
    const page = await signOut({ client_id: 'console', post_logout_redirect_uri: 'https://evil.example/' });
    expect([page.status, page.heading]).toEqual([400, 'The request was refused']);
    expect(page.headers.get('content-security-policy')).not.toContain('evil');
  });

  it('does nothing without the token of the form § V3.5.1 V10.6.2', async () => {
    await signOut();
    const page = await browser.post('/session/end/confirm', { logout: 'yes', xsrf: 'other' });
    expect(page.status).toBe(400);
    expect((await signOut()).heading).toBe('Sign out?');
  });

  it('is reported as complete to a user who is not signed in, without a script', async () => {
    browser.cookies.clear();
    const page = await signOut({ client_id: 'console', post_logout_redirect_uri: home });
    expect(page.heading).toBe('You are signed out');
    expect(page.html).not.toContain('<script');
    expect((await browser.submit('/session/end/confirm', { logout: 'yes' })).url.href).toBe(home);
  });
});
