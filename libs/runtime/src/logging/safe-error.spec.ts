import { safeError } from './safe-error';

/** An error like those of `pg`. */
function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), {
    name: 'error',
    severity: 'ERROR',
    code,
    detail: 'Key (email)=(assessor@example.com) already exists.',
    where: 'COPY deliveries, line 1: "private"',
    parameters: ['private'],
    query: 'INSERT private',
  });
}

describe('safeError', () => {
  it('names the class, the message, the place and the causes of an error', () => {
    const cause = new TypeError('no such thing');
    const error = safeError(new Error('could not', { cause }));
    expect(error).toMatchObject({
      type: 'Error',
      message: 'could not',
      cause: { type: 'TypeError', message: 'no such thing' },
    });
    expect(error.stack).toMatch(/^ {4}at .*safe-error\.spec\.ts/);
    expect(error.stack).not.toContain('could not');
  });

  it('keeps codes, and database messages that name its objects', () => {
    const error = Object.assign(
      databaseError('23505', 'duplicate key value violates unique constraint "k"'),
      {
        constraint: 'k',
      },
    );
    Reflect.deleteProperty(error, 'parameters');
    expect(safeError(error)).toMatchObject({
      code: '23505 k',
      message: 'duplicate key value violates unique constraint "k"',
    });
  });

  it.each([
    [
      'a value in a message of the database',
      databaseError('22P02', 'invalid input syntax for type uuid: "private"'),
    ],
    ['parameters, detail and statement', databaseError('23505', 'duplicate key')],
    [
      'the answer of a mail server',
      Object.assign(new Error('550 private assessor@example.com'), { responseCode: 550 }),
    ],
    ['what a parser was given', new SyntaxError('Unexpected token in "private"')],
    ['an address in any message', new Error('cannot mail assessor@example.com')],
    ['a message that looks like a frame', new Error('x\n    at private')],
    ['unknown members', Object.assign(new Error('x'), { body: 'private', headers: { a: 'private' } })],
    ['something that is no error', 'private'],
    ['an object that is no error', { secret: 'private' }],
    ['the errors inside', new AggregateError([databaseError('22P02', 'private')], 'x')],
    [
      'the cause of a cause',
      new Error('x', { cause: new Error('y', { cause: databaseError('22P02', 'private') }) }),
    ],
  ])('leaves out %s', (_, error) => {
    expect(JSON.stringify(safeError(error)).replaceAll('at private', '')).not.toMatch(/private|assessor/);
  });

  it('shortens ids', () => {
    const { message } = safeError(new Error('delivery 3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19 has no result'));
    expect(message).toBe('delivery 3f1c5a0e… has no result');
  });

  it('terminates for an error that is its own cause', () => {
    const error = new Error('x');
    error.cause = error;
    expect(JSON.stringify(safeError(error)).length).toBeLessThan(20_000);
  });
});
