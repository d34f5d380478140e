import { startCredentialsApp } from '../support/credentials-app';
import { platformBaseUrl } from '../support/platform-app';

/** The other 401s, with every invalid token on every route: see the matrix. */
describe('the challenge of a 401', () => {
  it.each([
    { baseUrl: platformBaseUrl, metadataUrl: `${platformBaseUrl}/.well-known/oauth-protected-resource` },
    {
      baseUrl: 'https://example.org/platform',
      metadataUrl: 'https://example.org/.well-known/oauth-protected-resource/platform',
    },
  ])('of $baseUrl names $metadataUrl § 10.8d', async ({ baseUrl, metadataUrl }) => {
    const app = await startCredentialsApp({ settings: { PLATFORM_BASE_URL: baseUrl } });
    const challengeFor = async (token: string | undefined): Promise<unknown> => {
      const { status, headers } = await app.ask('GET', '/self/me', { token });
      return [status, headers.get('www-authenticate')];
    };
    const named = `resource_metadata="${metadataUrl}"`;
    expect(await challengeFor(undefined)).toEqual([401, `Bearer ${named}`]);
    expect(await challengeFor('nonsense')).toEqual([401, `Bearer error="invalid_token", ${named}`]);
    const { body } = await app.call('/.well-known/oauth-protected-resource');
    expect(body.resource).toBe(baseUrl);
    await app.close();
  });
});
