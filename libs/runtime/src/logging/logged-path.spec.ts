import { loggedPath } from './logged-path';

const id = '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19';

describe('loggedPath', () => {
  it.each([
    ['/', '/'],
    ['/api/survey-results', '/api/survey-results'],
    ['/assessment/1.0.0.json', '/assessment/1.0.0.json'],
    [`/api/survey-results/${id}/verify`, '/api/survey-results/3f1c5a0e…/verify'],
    [`/verify/${id.toUpperCase()}`, '/verify/3F1C5A0E…'],
    ['/results/v1.dGhpcyBpcyBhIGNhcGFiaWxpdHk', '/results/v1.dGhpc…'],
    ['/invite/someone@example.com', '/invite/…'],
    ['/invite/a%40b.c/x', '/invite/…/x'],
    ['/x/<script>', '/x/…'],
    [`/a?format=json&token=secret&api-version=1.0`, '/a?format=json&api-version=1.0'],
    ['/a?token=secret', '/a'],
    [`/a?format=${id}`, '/a'],
    ['/a?format=a@b.c', '/a'],
    ['/a?format=x&format=y&format=z', '/a?format=x&format=y'],
  ])('logs %s as %s § V14.2.1', (url, logged) => {
    expect(loggedPath(url)).toBe(logged);
  });

  it('has a limited length for any request § V16.4.1', () => {
    expect(loggedPath('/a'.repeat(4_000)).length).toBe(200);
  });
});
