import { acceptedDigestTexts } from '@governance/certificate-verifier';
import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { holderDigest } from './holder-digest';

const salt = 'AAAAAAAAAAAAAAAAAAAAAA';

/** The digest as any holder of the address and salt can compute it. */
function hmac(text: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url');
}

function accepted(spelling: string): string[] {
  return acceptedDigestTexts(spelling, domainToASCII).map(hmac);
}

describe('the holder digest', () => {
  it.each([
    ['Holder@Example.com', 'holder@example.com'],
    ['Holder+tag@exa\u00admple.com', 'holder+tag@example.com'],
    ['holder@M\u00dcNCHEN.de', 'holder@xn--mnchen-3ya.de'],
    ['\uff28\uff4flder\uff20example.com', 'holder@example.com'],
  ])('of %s equals that of the canonical address', (spelling, address) => {
    expect(holderDigest(spelling, salt)).toBe(hmac(address));
    expect(accepted(` ${spelling} `)).toContain(hmac(address));
  });

  it.each([
    ['Holder@M\u00dcNCHEN.de', 'holder@m\u00fcnchen.de'],
    ['holder@mu\u0308nchen.de', 'holder@m\u00fcnchen.de'],
    ['holder@exa\u00admple.com', 'holder@exa\u00admple.com'],
  ])('of %s is accepted in the form signed before domains were mapped', (spelling, signed) => {
    expect(accepted(spelling)).toContain(hmac(signed));
  });

  it('of another address is not accepted', () => {
    expect(accepted('holder@example.org')).not.toContain(hmac('holder@example.com'));
  });
});
