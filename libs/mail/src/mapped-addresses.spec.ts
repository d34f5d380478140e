import { triesEachCase } from '@governance/testing';
import { canonicalAddress } from '@governance/deliveries';
import MimeNode from 'nodemailer/lib/mime-node';

const message = new MimeNode('text/plain');

/** The domain that nodemailer passes to a mail server, which looks it up in the DNS. */
function mailedDomain(address: string): string {
  const [recipient = ''] = message.setEnvelope({ to: address }).getEnvelope().to;
  return recipient.slice(recipient.lastIndexOf('@') + 1).replace(/\.$/, '');
}

/** The nightly run also tries the code points to which Unicode assigns no character: six of seven. */
const tried = triesEachCase ? /\P{Surrogate}/u : /[^\p{Surrogate}\p{Private_Use}\p{Unassigned}]/u;
const codePoints = Array.from({ length: 0x11_0000 }, (_, index) => index).filter((point) =>
  tried.test(String.fromCodePoint(point)),
);

const frames: readonly (readonly [name: string, frame: (text: string) => string])[] = [
  ['inside a label', (text) => `victim@exa${text}mple.org`],
  ['before the top level', (text) => `victim@example${text}org`],
];

describe('mail to an address with any character in its domain', () => {
  it.each(frames)('goes to the canonical address, the character %s', (_, frame) => {
    const wrong: string[] = [];
    let accepted = 0;
    for (const point of codePoints) {
      const spelling = frame(String.fromCodePoint(point));
      const canonical = canonicalAddress(spelling);
      if (canonical === undefined) continue;
      accepted += 1;
      const domain = canonical.slice(canonical.indexOf('@') + 1);
      if (mailedDomain(spelling) !== domain || mailedDomain(canonical) !== domain)
        wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThanOrEqual(4);
  });

  it('reaches no mailbox that a refused spelling reaches, except by characters that no host name may hold', () => {
    const wrong: string[] = [];
    for (const point of codePoints) {
      const spelling = `victim@exa${String.fromCodePoint(point)}mple.org`;
      if (canonicalAddress(spelling) === undefined && mailedDomain(spelling) === 'example.org') {
        wrong.push(point.toString(16));
      }
    }
    // Control characters, which a URL parser drops. All texts of an address refuse them.
    expect(wrong.filter((point) => !/^(?:[0-9a-f]|1[0-9a-f]|7f)$/.test(point))).toEqual([]);
  });

  it.each([
    ['\u212a', 'k'],
    ['\u017f', 's'],
    ['\u1e9e', '\u00df'],
    ['\u03a3', '\u03c3'],
    ['o\u0308', '\u00f6'],
    ['\ufb03', 'ffi'],
    ['\u3002', '\uff61'],
    ['\u00ad\u200b\u2060', ''],
    ['\u0130', 'i\u0307'],
  ])('is the same mailbox for %j and %j', (one, other) => {
    const canonical = [one, other].map((text) => canonicalAddress(`victim@a${text}b.org`));
    expect(canonical[0]).toBeDefined();
    expect(canonical[0]).toBe(canonical[1]);
  });

  it.each([
    ['\u00df', 'ss'],
    ['\u03c2', '\u03c3'],
  ])('is not the same for %j and %j, which the DNS distinguishes', (one, other) => {
    const canonical = [one, other].map((text) => canonicalAddress(`victim@a${text}b.org`));
    expect(new Set(canonical).size).toBe(2);
    expect(canonical).not.toContain(undefined);
  });
});
