import { nextRsaKeyPair, strangerRsaKeyPair } from './test-rsa-keys';

it('the key of a stranger is that of no issuer, however many keys are taken', () => {
  const { publicKey } = strangerRsaKeyPair();
  const taken = Array.from({ length: 24 }, () => nextRsaKeyPair().publicKey);
  expect(taken.some((key) => key.equals(publicKey))).toBe(false);
});
