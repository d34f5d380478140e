import { messageIdOf } from './message-id';

const delivery = '0b0f6d0e-6a47-4b39-8f0e-0d5a3a0c9f11';

describe('messageIdOf', () => {
  it.each(['certificates@example.com', 'AI Governance <certificates@example.com>', '"A@B" <c@example.com> '])(
    'names the delivery, at the domain of %s',
    (from) => {
      expect(messageIdOf(delivery, from)).toBe(`<${delivery}@example.com>`);
    },
  );

  it('refuses a sender without an address', () => {
    expect(() => messageIdOf(delivery, 'AI Governance')).toThrow('must be an email address');
  });
});
