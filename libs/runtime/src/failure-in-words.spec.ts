import { StoreUnavailable } from '@governance/kernel';
import { failureInWords } from './failure-in-words';

describe('a failure in words', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  const taken = Object.assign(new Error('listen EADDRINUSE: address already in use :::9101'), {
    code: 'EADDRINUSE',
    port: 9101,
  });

  const noDatabase = Object.assign(new Error('database "x" does not exist'), {
    severity: 'FATAL',
    code: '3D000',
  });

  it.each([
    [new StoreUnavailable({ cause: refused }), 'the database does not answer (ECONNREFUSED)'],
    [new StoreUnavailable(), 'the database does not answer'],
    [new StoreUnavailable({ cause: noDatabase }), 'the database: database "x" does not exist'],
    [taken, 'port 9101 is taken by another program'],
    [new Error('the keyring is unreadable'), 'the keyring is unreadable'],
    [refused, 'AggregateError ECONNREFUSED'],
    [new SyntaxError('Unexpected token "private"'), 'SyntaxError'],
    [undefined, 'undefined'],
  ])('says it in one line (%#)', (error, words) => {
    expect(failureInWords(error).words).toBe(words);
  });

  it('distinguishes environment problems from defects', () => {
    const noRole = Object.assign(new Error('no such role'), { severity: 'FATAL', code: '28000' });
    for (const error of [new StoreUnavailable(), taken, noRole])
      expect(failureInWords(error).expected).toBe(true);
    expect(failureInWords(new TypeError('x is not a function')).expected).toBe(false);
  });
});
