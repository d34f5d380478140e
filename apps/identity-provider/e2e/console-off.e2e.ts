import { ConsoleVisitor } from './support/console';
import { startConsole } from './support/own-console';
import { addPerson } from './support/people';

describe('a platform without the console', () => {
  it('answers 404 on its paths', async () => {
    const app = await startConsole({ PLATFORM_LIVE: 'self.me' });
    for (const path of [
      '/',
      '/console',
      '/console/sign-in',
      '/console/callback',
      '/console/sessions',
      '/console/signed-out',
    ])
      expect([path, (await fetch(app.url + path)).status]).toEqual([path, 404]);
    const post = await fetch(`${app.url}/console/sign-out`, { method: 'POST' });
    expect(post.status).toBe(404);
    await app.close();
  });
});

describe('a console without a part of the API', () => {
  it('leaves out its section, and says so on its pages', async () => {
    const app = await startConsole({ PLATFORM_LIVE: 'console,self.me' });
    const visitor = new ConsoleVisitor(app);
    await visitor.signIn(await addPerson(app.identity));
    expect((await visitor.get('/console')).html).not.toContain('/console/members');
    for (const path of ['/console/members', '/console/members/user_1/role', '/console/invitations/new']) {
      const { status, html } = await visitor.get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('Not part of this console');
      expect(html).not.toContain('identity provider');
    }
    await app.close();
  });
});
