import { propertyRuns } from '@governance/testing';
import { RuleViolation } from '@governance/kernel';
import fc from 'fast-check';
import { BlockList, isIP } from 'node:net';
import { canonicalNetwork, checkAllowedNetworks, isInNetworks } from './allowed-networks';

const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const text4 = (parts: readonly number[]): string => parts.join('.');
const text6 = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':');

/** The parts without the bits after `length`. */
function masked(parts: readonly number[], bits: number, length: number): number[] {
  return parts.map((part, index) => {
    const kept = Math.min(Math.max(length - index * bits, 0), bits);
    return (part >> (bits - kept)) << (bits - kept);
  });
}

const block4 = fc
  .tuple(octets, fc.integer({ min: 1, max: 32 }))
  .map(([parts, length]) => ({ family: 'ipv4' as const, base: text4(masked(parts, 8, length)), length }));
const block6 = fc
  .tuple(groups, fc.integer({ min: 1, max: 128 }))
  .map(([parts, length]) => ({ family: 'ipv6' as const, base: text6(masked(parts, 16, length)), length }))
  .filter(({ base }) => !base.startsWith('0:0:0:0:0:'));
const block = fc.oneof(block4, block6);

describe('the canonical form of a network', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['2001:0db8::0001/128', '2001:db8::1/128'],
    ['::1/128', '::1/128'],
    ['8000::/1', '8000::/1'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::FFFF:c000:0200/120', '192.0.2.0/24'],
    ['0:0:0:0:0:ffff:192.0.2.7/128', '192.0.2.7/32'],
    ['64:ff9b::/96', '64:ff9b::/96'],
  ])('of %s is %s', (text, canonical) => {
    expect(canonicalNetwork(text)).toBe(canonical);
    expect(canonicalNetwork(canonical)).toBe(canonical);
  });

  it.each([
    '',
    '192.0.2.0',
    '192.0.2.1/24',
    '192.0.2.0/33',
    '192.0.2.0/024',
    '192.0.2.0/+24',
    '192.0.2.0/24/24',
    '192.0.2/24',
    '192.0.02.0/24',
    '0xc0.0.2.0/24',
    '3221225984/24',
    ' 192.0.2.0/24',
    '192.0.2.0/24\n',
    '0.0.0.0/0',
    '::/0',
    '::ffff:0:0/96',
    '::ffff:192.0.2.0/95',
    '::ffff:192.0.2.1/120',
    '2001:db8::1/32',
    '2001:db8::/129',
    'fe80::%eth0/64',
    'fe80::1%eth0/128',
    '[2001:db8::]/32',
    'example.org/24',
    '1'.repeat(60),
  ])('does not exist for %j', (text) => {
    expect(canonicalNetwork(text)).toBeUndefined();
  });

  it('is stable, and allows the same addresses as every other spelling', () => {
    fc.assert(
      fc.property(block, ({ base, length }) => {
        const canonical = canonicalNetwork(`${base}/${length}`);
        expect(canonical).toBeDefined();
        expect(canonicalNetwork(canonical ?? '')).toBe(canonical);
        expect(canonicalNetwork(`${base.toUpperCase()}/${length}`)).toBe(canonical);
        expect(isInNetworks([canonical ?? ''], base)).toBe(true);
      }),
    );
  });

  it('is that of IPv4 for a mapped block', () => {
    fc.assert(
      fc.property(block4, ({ base, length }) => {
        expect(canonicalNetwork(`::ffff:${base}/${length + 96}`)).toBe(`${base}/${length}`);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        canonicalNetwork(text);
        expect(isInNetworks(['192.0.2.0/24'], text)).toBe(false);
      }),
    );
  });
});

describe('an address', () => {
  it('is any text that the operating system library takes for one, and no other', () => {
    const any = ['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1'];
    const damaged = fc
      .tuple(
        fc.oneof(fc.ipV4(), fc.ipV6()),
        fc.nat({ max: 45 }),
        fc.constantFrom('', '0', ':', '.', 'f', 'g', ' '),
      )
      .map(([text, at, mark]) => text.slice(0, at) + mark + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), damaged, fc.string()), (text) => {
        const [bare = ''] = text.split('%', 1);
        expect(isInNetworks(any, text)).toBe(isIP(bare) !== 0);
      }),
      { numRuns: propertyRuns },
    );
  });

  it('is in a network exactly when the operating system library says so', () => {
    const address = fc.oneof(
      octets.map((parts) => ({ text: text4(parts), family: 'ipv4' as const })),
      groups
        .filter((parts) => !text6(parts).startsWith('0:0:0:0:0:'))
        .map((parts) => ({ text: text6(parts), family: 'ipv6' as const })),
    );
    fc.assert(
      fc.property(block, address, ({ family, base, length }, { text, ...of }) => {
        const oracle = new BlockList();
        const network = canonicalNetwork(`${base}/${length}`) ?? '';
        oracle.addSubnet(base, length, family);
        const expected = of.family === family && oracle.check(text, of.family);
        expect(isInNetworks([network], text)).toBe(expected);
      }),
      { numRuns: propertyRuns },
    );
  });

  it.each([
    ['192.0.2.0/24', '192.0.2.0', true],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['192.0.2.0/24', '::ffff:c000:209', true],
    ['192.0.2.0/24', '::192.0.2.9', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['8000::/1', '192.0.2.9', false],
    ['::/1', '::ffff:192.0.2.9', false],
    ['192.0.2.0/24', '192.0.2.9:4711', false],
    ['192.0.2.0/24', '192.0.2.9, 198.51.100.1', false],
    ['192.0.2.0/24', undefined, false],
    ['192.0.2.0/24', '', false],
  ])('of %s: %s is in it: %s', (network, address, isIn) => {
    expect(isInNetworks([network], address)).toBe(isIn);
  });

  it('can be in any of several networks, and is in none of no networks', () => {
    expect(isInNetworks(['192.0.2.0/24', '2001:db8::/32'], '2001:db8::1')).toBe(true);
    expect(isInNetworks([], '192.0.2.9')).toBe(false);
  });
});

describe('allowed networks', () => {
  it('are stored in canonical form, once each, in the order of the request', () => {
    const asked = ['2001:DB8::/32', '192.0.2.0/24', '::ffff:192.0.2.0/120', '2001:db8:0::/32'];
    expect(checkAllowedNetworks(asked)).toEqual(['2001:db8::/32', '192.0.2.0/24']);
  });

  it('are bounded, and never an empty list', () => {
    const many = Array.from({ length: 21 }, (_, index) => `192.0.2.${index}/32`);
    expect(checkAllowedNetworks(many.slice(1))).toHaveLength(20);
    for (const networks of [many, []]) {
      expect(() => checkAllowedNetworks(networks)).toThrow('allowed_networks must have 1 to 20 CIDR blocks');
    }
  });

  it('name the place of a refused one, and not its text', () => {
    const refused = (): unknown => checkAllowedNetworks(['192.0.2.0/24', '198.51.100.1/24']);
    expect(refused).toThrow(RuleViolation);
    expect(refused).toThrow('allowed_networks[1] must be a CIDR block without host bits, not /0');
  });
});
