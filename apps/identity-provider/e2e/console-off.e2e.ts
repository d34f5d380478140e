import { freePort, Product } from '@governance/testing';
import { ConsoleVisitor } from './support/console';
import { startConsole } from './support/own-console';
import { addPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

describe('a platform without the console', () => {
  it('answers 404 on its paths', async () => {
    await using product = await Product.open((await sharedConsole()).options);
    const settings = { PORT: String(await freePort()), PLATFORM_LIVE: 'self.me' };
    const { origin } = await product.start('platform-api/main', settings);
    for (const path of [
      '/',
      '/console',
      '/console/sign-in',
      '/console/callback',
      '/console/sessions',
      '/console/signed-out',
    ])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
    const post = await fetch(`${origin}/console/sign-out`, { method: 'POST' });
    expect(post.status).toBe(404);
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
