import { Problem } from '@governance/kernel';
import { problemHeaders } from './surface';

const resourceMetadataUrl = 'https://api.example.org/.well-known/oauth-protected-resource';
const named = `resource_metadata="${resourceMetadataUrl}"`;

function challengeOf(
  kind: 'unauthenticated' | 'forbidden',
  challenge: string,
  url?: string,
): string | undefined {
  const problem = new Problem(kind, 'x', { headers: { 'www-authenticate': challenge, 'x-hint': 'yes' } });
  const headers = problemHeaders(problem, url === undefined ? {} : { resourceMetadataUrl: url });
  expect(headers['x-hint']).toBe('yes');
  return headers['www-authenticate'];
}

describe('problemHeaders', () => {
  it.each([
    ['Bearer', `Bearer ${named}`],
    ['Bearer error="invalid_token"', `Bearer error="invalid_token", ${named}`],
  ])('adds the metadata of the surface to the challenge %s of a 401', (challenge, expected) => {
    expect(challengeOf('unauthenticated', challenge, resourceMetadataUrl)).toBe(expected);
  });

  it('changes no challenge of a 403, or of a surface without metadata', () => {
    const challenge = 'Bearer error="insufficient_scope"';
    expect(challengeOf('forbidden', challenge, resourceMetadataUrl)).toBe(challenge);
    expect(challengeOf('unauthenticated', challenge)).toBe(challenge);
  });

  it('adds no challenge to a problem without one', () => {
    expect(problemHeaders(new Problem('unauthenticated', 'x'), { resourceMetadataUrl })).toEqual({});
  });
});
