import { sizeOf } from '../../images.mjs';

describe('the images of docker/Dockerfile', () => {
  it('stay small, even the one with a browser', async () => {
    expect(await sizeOf('localhost/governance/public-browser')).toBeLessThan(700);
    for (const name of [
      'public-api',
      'public-worker',
      'platform-api',
      'platform-worker',
      'identity-provider',
    ])
      expect(await sizeOf(`localhost/governance/${name}`)).toBeLessThan(400);
  });
});
