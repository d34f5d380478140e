import { commitProblems } from './commit-problems.mjs';

describe('the subjects of commits', () => {
  it.each([
    'feat(platform-api): rotate m2m credentials',
    'fix: a body without a length',
    'refactor(http, runtime)!: one request context',
    `docs: ${'x'.repeat(66)}`,
  ])('may be %j', (subject) => {
    expect(commitProblems([subject])).toEqual([]);
  });

  it.each([
    ['Merge branch main', 'no Conventional Commit'],
    ['feature: something', 'no Conventional Commit'],
    ['fix:without a space', 'no Conventional Commit'],
    [`docs: ${'x'.repeat(67)}`, '73 characters, at most 72'],
  ])('are refused as %j', (subject, problem) => {
    expect(commitProblems(['fix: one', subject])).toEqual([`${problem}: ${subject}`]);
  });
});
