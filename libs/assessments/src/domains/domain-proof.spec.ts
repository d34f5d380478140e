import { mailProofDates } from './domain-proof';

const issuedAt = new Date('2026-11-20T12:00:00.000Z');

describe('a proof by mail', () => {
  it('ends when the result should be renewed, and another mail goes out 30 days before', () => {
    expect(mailProofDates(issuedAt, new Date('2026-11-21T12:00:00.000Z'))).toEqual({
      askAt: new Date('2027-10-21T12:00:00.000Z'),
      endsAt: new Date('2027-11-20T12:00:00.000Z'),
    });
  });

  it.each(['2027-10-01T12:00:00.000Z', '2028-03-01T12:00:00.000Z'])(
    'of %s, shortly before that or later, holds for twelve months',
    (at) => {
      const provenAt = new Date(at);
      const { askAt, endsAt } = mailProofDates(issuedAt, provenAt);
      expect(endsAt.toISOString()).toBe(at.replace('2028', '2029').replace('2027', '2028'));
      expect(askAt > provenAt).toBe(true);
    },
  );
});
