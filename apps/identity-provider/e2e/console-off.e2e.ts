import { startConsole } from './support/console';

describe('a platform without the console', () => {
  it('answers 404 on its paths', async () => {
    const app = await startConsole({ PLATFORM_LIVE: 'self.me' });
    for (const path of [
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
