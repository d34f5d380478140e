import { resourceMetadataUrl } from './protected-resource';

describe('resourceMetadataUrl', () => {
  it.each([
    ['https://api.example.org', 'https://api.example.org/.well-known/oauth-protected-resource'],
    ['http://localhost:3001', 'http://localhost:3001/.well-known/oauth-protected-resource'],
    ['https://example.org/platform', 'https://example.org/.well-known/oauth-protected-resource/platform'],
    ['https://example.org/a/b', 'https://example.org/.well-known/oauth-protected-resource/a/b'],
  ])('of %s is %s', (identifier, url) => {
    expect(resourceMetadataUrl({ identifier })).toBe(url);
  });
});
