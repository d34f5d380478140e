import { isOutage } from './outage';

function errorWith(code: string): Error {
  return Object.assign(new Error('any text'), { code });
}

describe('isOutage', () => {
  it.each([
    '08006',
    '25006',
    '28P01',
    '53300',
    '57P01',
    '57014',
    '3D000',
    '55P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
  ])('counts %s as an outage', (code) => {
    expect(isOutage(errorWith(code))).toBe(true);
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Query read timeout',
  ])('counts the client’s "%s" as an outage', (message) => {
    expect(isOutage(new Error(message))).toBe(true);
  });

  it.each(['ENETUNREACH', 'EMFILE', 'EADDRNOTAVAIL'])(
    'counts a failed call of the operating system as an outage: %s',
    (code) => {
      expect(isOutage(Object.assign(errorWith(code), { syscall: 'connect' }))).toBe(true);
      expect(isOutage(errorWith(code))).toBe(false);
    },
  );

  it.each(['23505', '42P01', '22P02', '40001'])(
    'counts %s as a mistake or a conflict, not as an outage',
    (code) => {
      expect(isOutage(errorWith(code))).toBe(false);
    },
  );

  it('counts nothing else as an outage', () => {
    for (const error of [undefined, null, 'ECONNREFUSED', {}, new Error('Connection refused by rule')]) {
      expect(isOutage(error)).toBe(false);
    }
  });
});
