import { checkedIdempotencyKey } from './idempotency-key';

describe('checkedIdempotencyKey', () => {
  it.each([
    undefined,
    'x'.repeat(16),
    'x'.repeat(255),
    '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
    '~ 16 characters !',
  ])('takes %p as it is', (header) => {
    expect(checkedIdempotencyKey(header)).toBe(header);
  });

  it.each(['', 'x'.repeat(15), 'x'.repeat(256), 'sixteen chars\tand', 'sixteen chars é and'])(
    'refuses %p',
    (header) => {
      expect(() => checkedIdempotencyKey(header)).toThrow(
        'Idempotency-Key must be 16 to 255 printable ASCII characters',
      );
    },
  );
});
