import { matchingStep, totpCode, totpStep } from './totp';

/** RFC 6238, appendix B, whose codes have eight digits: ours are their last six. */
const secret = Buffer.from('12345678901234567890');
const vectors: readonly [number, string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];

describe('a one-time code', () => {
  it.each(vectors)('at second %d ends as the one of the RFC: %s § V11.4.1', (second, code) => {
    expect(totpCode(secret, totpStep(new Date(second * 1000)))).toBe(code.slice(2));
  });

  it('counts in its own step and in the ones beside it, and nowhere else § V6.5.5', () => {
    const now = new Date(1_234_567_890_000);
    const step = totpStep(now);
    for (const near of [step - 1, step, step + 1]) {
      expect(matchingStep(secret, totpCode(secret, near), now)).toBe(near);
    }
    for (const far of [step - 2, step + 2]) {
      expect(matchingStep(secret, totpCode(secret, far), now)).toBeUndefined();
    }
  });

  it.each(['', '00592', '0059244', ' 05924', '٠٠٥٩٢٤'])('is not %j', (code) => {
    expect(matchingStep(secret, code, new Date(1_234_567_890_000))).toBeUndefined();
  });
});
