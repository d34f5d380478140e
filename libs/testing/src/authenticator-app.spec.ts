import { AuthenticatorApp, codeAt } from './authenticator-app';

/** `12345678901234567890`, the secret of RFC 6238, appendix B, whose codes have eight digits: ours are their last six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('shows at second %d the code of the RFC', (second, code) => {
    expect(codeAt(secret, Math.floor(second / 30))).toBe(code);
  });

  it('shows no code twice', async () => {
    const app = new AuthenticatorApp(secret);
    const codes = [await app.nextCode(), await app.nextCode()];
    expect(new Set(codes).size).toBe(2);
    const step = Math.floor(Date.now() / 30_000);
    const near = [-2, -1, 0, 1].map((distance) => codeAt(secret, step + distance));
    expect(near).toEqual(expect.arrayContaining(codes));
  });
});
