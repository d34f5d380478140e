import { Problem } from '@governance/kernel';
import { defineProblem } from './define-problem';

const taken = defineProblem({
  kind: 'conflict',
  text: 'the name is taken',
  when: 'Another has the name.',
  remedy: 'Choose another name',
  options: { headers: { allow: 'GET' } },
});

const tooMany = defineProblem({
  kind: 'conflict',
  text: (most: number) => `there are ${most} already`,
  when: 'There are too many.',
  remedies: { 10: 'Remove one' },
});

describe('defineProblem', () => {
  it('makes the problem that it describes', () => {
    const cause = new Error('unique violation');
    const problem = taken({ cause });
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ kind: 'conflict', text: 'the name is taken', cause });
    expect(problem.headers).toEqual({ allow: 'GET' });
    expect(taken.kind).toBe('conflict');
    expect(taken.when).toBe('Another has the name.');
    expect(taken.texts).toEqual({ 'the name is taken': 'Choose another name' });
  });

  it('puts the value into the text, and describes it with the examples', () => {
    expect(tooMany(7).text).toBe('there are 7 already');
    expect(tooMany.texts).toEqual({ 'there are 10 already': 'Remove one' });
  });
});
