import { propertyRuns } from '@governance/testing';
import * as fc from 'fast-check';
import { canonicalAddress, domainOf, recipientKey, signInKey } from './mail-address';

const victim = 'victim@example.org';

describe('canonicalAddress', () => {
  it.each([
    ['a soft hyphen', 'victim@exa\u00admple.org'],
    ['a zero width space', 'victim@exa\u200bmple.org'],
    ['a variation selector', 'victim@exa\ufe0fmple.org'],
    ['a circled letter', 'victim@\u24d4xample.org'],
    ['a full-width letter', 'victim@\uff45xample.org'],
    ['a mathematical letter', 'victim@\u{1d41e}xample.org'],
    ['a superscript letter', 'victim@exampl\u1d49.org'],
    ['a modifier letter of another case', 'victim@ex\u1d2cmple.org'],
    ['upper case', 'victim@EXAMPLE.ORG'],
    ['an ideographic full stop', 'victim@example\u3002org'],
    ['a full-width full stop', 'victim@example\uff0eorg'],
    ['a half-width ideographic full stop', 'victim@example\uff61org'],
    ['a trailing dot', 'victim@example.org.'],
    ['a trailing ideographic full stop', 'victim@example.org\u3002'],
  ])('maps a domain with %s to the canonical one', (_, spelling) => {
    expect(canonicalAddress(spelling)).toBe(victim);
  });

  it.each([
    ['victim@\u017fample.com', 'victim@sample.com'],
    ['victim@\u212aiosk.com', 'victim@kiosk.com'],
    ['a@m\u00fcnchen.de', 'a@xn--mnchen-3ya.de'],
    ['a@mu\u0308nchen.de', 'a@xn--mnchen-3ya.de'],
    ['a@M\u00dcNCHEN.de', 'a@xn--mnchen-3ya.de'],
    ['a@xn--mnchen-3ya.de', 'a@xn--mnchen-3ya.de'],
    ['a@XN--MNCHEN-3YA.DE', 'a@xn--mnchen-3ya.de'],
    // Not mapped to `ss` and the other sigma since 2008: they are other domains.
    ['a@stra\u00dfe.de', 'a@xn--strae-oqa.de'],
    ['a@STRA\u1e9eE.de', 'a@xn--strae-oqa.de'],
    ['a@\u03b2\u03cc\u03bb\u03bf\u03c2.com', 'a@xn--nxasmm1c.com'],
    ['a@\u03b2\u03cc\u03bb\u03bf\u03c3.com', 'a@xn--nxasmq6b.com'],
    // ZERO WIDTH JOINER between a virama and a letter has a meaning.
    ['a@\u0915\u094d\u200d\u0937.com', 'a@xn--11b2ezcw70k.com'],
    ['a@r3---sn.example.com', 'a@r3---sn.example.com'],
  ])('maps the domain of %s by IDNA', (spelling, canonical) => {
    expect(canonicalAddress(spelling)).toBe(canonical);
  });

  it.each([
    ["o'brien+tag@example.com", "o'brien+tag@example.com"],
    ['First.Last@example.com', 'First.Last@example.com'],
    ['!#$%&*/=?^_`{|}~-@example.com', '!#$%&*/=?^_`{|}~-@example.com'],
    [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
    // The only letters that are ASCII in NFC: the Kelvin sign, and a Greek accent that is a backtick.
    ['\u212aim@example.com', 'Kim@example.com'],
    ['a\u1fef@example.com', 'a`@example.com'],
    // In full width, as East Asian input methods write it.
    ['\uff26\uff49\uff52\uff53\uff54\uff0e\uff2c\uff41\uff53\uff54@example.com', 'First.Last@example.com'],
    ['\uff41\uff0b\uff11\uff20\uff45xample\uff0ecom', 'a+1@example.com'],
  ])('keeps the case of the local part of %s and narrows and composes it', (spelling, canonical) => {
    expect(canonicalAddress(spelling)).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['no at sign', 'example.org'],
    ['no local part', '@example.org'],
    ['no domain', 'a@'],
    ['a domain of one label', 'a@localhost'],
    ['a path', 'a@a/b.com'],
    ['a full-width path', 'a@a\uff0fb.com'],
    ['an address sign in characters', 'a@\u2100.com'],
    ['a backslash', 'a@a\\b.com'],
    ['a query', 'a@example.org?b.com'],
    ['a full-width query', 'a@example.org\uff1fb.com'],
    ['a fragment', 'a@example.org#b.com'],
    ['a port', 'a@example.org:25'],
    ['a percent-encoded dot', 'a@example%2eorg'],
    ['a percent-encoded letter', 'a@ex%61mple.org'],
    ['a full-width percent sign', 'a@ex\uff0561mple.org'],
    ['a short IP address', 'a@1.2'],
    ['a hexadecimal IP address', 'a@0x7f.1'],
    ['a full-width IP address', 'a@\uff11.\uff12.\uff13.\uff14'],
    ['an IP address', 'a@1.2.3.4'],
    ['an address literal', 'a@[1.2.3.4]'],
    ['an IPv6 literal', 'a@[IPv6:::1]'],
    ['a numeric last label', 'a@example.123'],
    ['a hexadecimal last label', 'a@example.0x7f'],
    ['a last label of one letter', 'a@example.c'],
    ['an empty label', 'a@example..org'],
    ['an empty label of soft hyphens', 'a@example.\u00ad.org'],
    ['a leading dot', 'a@.example.org'],
    ['two trailing dots', 'a@example.org..'],
    ['two trailing dots of different kinds', 'a@example.org.\u3002'],
    ['a dot alone', 'a@.'],
    ['a label of 64', `a@${'l'.repeat(64)}.org`],
    ['a label of 64 after the mapping', `a@${'\u00fc'.repeat(60)}.org`],
    ['a domain of 254', `a@${'abcdefg.'.repeat(31)}abcdef`],
    ['an address of 255', `${'l'.repeat(64)}@${'abcde.'.repeat(31)}abcd`],
    ['a local part of 65', `${'l'.repeat(65)}@example.org`],
    ['a text without an end', `a@exam${'\u00ad'.repeat(320)}ple.org`],
    ['an underscore', 'a@exa_mple.org'],
    ['a leading hyphen', 'a@-example.org'],
    ['a trailing hyphen', 'a@example-.org'],
    ['a trailing hyphen behind a soft one', 'a@example-\u00ad.org'],
    ['a tab in the domain', 'a@exa\tmple.org'],
    ['a line feed in the domain', 'a@exa\nmple.org'],
    ['a line feed behind it', 'a@example.org\n'],
    ['a NUL', 'a@exa\0mple.org'],
    ['a control character of C1', 'a@exa\u0085mple.org'],
    ['a space before it', ' a@example.org'],
    ['a space behind it', 'a@example.org '],
    ['a no-break space behind it', 'a@example.org\u00a0'],
    ['an ideographic space', 'a@exa\u3000mple.org'],
    ['a lone high surrogate in the domain', 'a@exa\ud800mple.org'],
    ['a lone low surrogate in the local part', '\udc00@example.org'],
    ['a joiner between Latin letters', 'a@exa\u200dmple.org'],
    ['letters of both directions in a label', 'a@\u05d0example.org'],
    ['an A-label that decodes to nothing', 'a@xn--a.org'],
    ['an A-label of ASCII letters', 'a@xn--example-.org'],
    ['an A-label of an A-label', 'a@xn--xn---epa.org'],
    ['the A-label of \u017fample', 'a@xn--ample-zib.com'],
    ['the A-label of exa\u00admple', 'a@xn--example-nka.com'],
    ['an A-label with an upper-case letter in it', 'a@xn--MNCHEN-psa.de'],
    ['an A-label that is not composed', 'a@xn--munchen-gie.de'],
    ['a prefix that the mapping makes', 'a@xn\u00ad--a.org'],
    ['an accent', 'jos\u00e9@example.org'],
    ['an accent, decomposed', 'jose\u0301@example.org'],
    ['a long s in the local part', '\u017fam@example.org'],
    ['a soft hyphen in the local part', 'vic\u00adtim@example.org'],
    ['a quoted local part', '"victim"@example.org'],
    ['two at signs', 'a@b@example.org'],
    ['a full-width at sign behind another', 'a@b\uff20example.org'],
    ['a circled letter in the local part', '\u24e5ictim@example.org'],
    ['a name before it', 'Victim <victim@example.org>'],
    ['a comment', 'victim(x)@example.org'],
    ['two addresses', 'a@example.org,b@example.org'],
    ['a dot first', '.a@example.org'],
    ['a dot last', 'a.@example.org'],
    ['two dots', 'a..b@example.org'],
    ['a line feed in the local part', 'a\nb@example.org'],
  ])('has none for %s § V1.3.11', (_, text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });

  it('takes a domain of 253 and an address of 254', () => {
    const domain = `${'abcdefg.'.repeat(31)}abcde`;
    expect(domain).toHaveLength(253);
    expect(canonicalAddress(`a@${domain}`)).toBeUndefined();
    const shorter = domain.slice(1);
    expect(canonicalAddress(`a@${shorter}`)).toBe(`a@${shorter}`);
  });

  it('handles any text, and maps a canonical address to itself', () => {
    const label = fc.string({ unit: 'binary', minLength: 0, maxLength: 8 });
    const shape = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(label, label).map(([name, middle]) => `${name}@ex${middle}ample.org`),
    );
    fc.assert(
      fc.property(shape, (text) => {
        const canonical = canonicalAddress(text);
        if (canonical === undefined) return;
        expect(canonical).toMatch(/^[!-?A-~]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,63}$/);
        expect(canonicalAddress(canonical)).toBe(canonical);
      }),
      { numRuns: propertyRuns },
    );
  });
});

describe('signInKey', () => {
  it.each([
    ['Victim+Tag@exa\u00admple.org', 'victim+tag@example.org'],
    ['VICTIM@EXAMPLE.ORG.', victim],
  ])('maps %s to %s', (address, key) => {
    expect(signInKey(address)).toBe(key);
  });

  it('distinguishes texts with and without a canonical form', () => {
    expect(signInKey('\u017fam@example.org')).toBe('\u017fam@example.org');
    expect(signInKey('Ann@1.2')).toBe('ann@1.2');
  });
});

describe('recipientKey', () => {
  it.each([
    ['assessor@example.com', 'assessor@example.com'],
    ['Assessor@EXAMPLE.com', 'assessor@example.com'],
    ['assessor+one@example.com', 'assessor@example.com'],
    ['Assessor+one+two@exa\u00admple.com', 'assessor@example.com'],
    ['a.b-c_d@mail.example.com', 'a.b-c_d@mail.example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
  ])('maps %s to %s', (address, key) => {
    expect(recipientKey(address)).toBe(key);
  });
});

describe('domainOf', () => {
  it('keeps the domain, which follows the last at sign', () => {
    expect(domainOf('"a@b"@mail.example.com')).toBe('mail.example.com');
  });
});
