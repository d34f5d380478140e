import { Problem, type ProblemKind, problemStatus } from './problem';

describe('Problem', () => {
  it.each(Object.entries(problemStatus))('of kind %s has the status %d', (kind, status) => {
    expect(new Problem(kind as ProblemKind, 'text').status).toBe(status);
  });

  it('has no code, headers or members of its own unless they are given', () => {
    const { code, headers, members, cause } = new Problem('invalid', 'name is required');
    expect({ code, headers, members, cause }).toEqual({ headers: {}, members: {} });
  });

  it('keeps the text for the client and the cause for the operator apart', () => {
    const cause = new Error('duplicate key');
    const problem = new Problem('conflict', 'the name is taken', { cause });
    expect(problem).toMatchObject({
      name: 'Problem',
      text: 'the name is taken',
      message: problem.text,
      cause,
    });
  });
});
