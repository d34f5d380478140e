import { DatabaseError } from 'pg';
import { unlessEnded } from './database-faults';

function errorOf(code: string): DatabaseError {
  return Object.assign(new DatabaseError('An error', 8, 'error'), { code });
}

describe('the session of a fault', () => {
  it.each([errorOf('57P01'), errorOf('53100'), new Error('Connection terminated unexpectedly')])(
    'may be ended by another fault (%s)',
    (error) => {
      expect(() => {
        unlessEnded(error);
      }).not.toThrow();
    },
  );

  it('has no error of its own', () => {
    expect(() => {
      unlessEnded(errorOf('42P01'));
    }).toThrow('An error');
  });
});
