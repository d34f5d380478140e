import { clientAddress, clientBucket } from './client-bucket';

describe('clientBucket', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['192.0.2.1:51234', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:51234', '192.0.2.1'],
  ])('takes IPv4 as it is: %s', (address, bucket) => {
    expect(clientBucket(address)).toBe(bucket);
  });

  it.each([
    '2001:db8:1:2::',
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:2::1%eth0',
    '[2001:db8:1:2::1]:51234',
  ])('takes IPv6 by its /64: %s', (address) => {
    expect(clientBucket(address)).toBe('2001:db8:1:2::/64');
  });

  it('keeps neighbouring networks apart', () => {
    expect(clientBucket('2001:db8:1:3::1')).not.toBe(clientBucket('2001:db8:1:2::1'));
    expect(clientBucket('192.0.2.2')).not.toBe(clientBucket('192.0.2.1'));
  });

  it.each([undefined, '', 'unknown', '192.0.2.1:', '192.0.2.1:443:443', '1.2.3', '2001:db8::x'])(
    'takes everything that is no address for one client: %p',
    (address) => {
      expect(clientBucket(address)).toBe('unknown');
    },
  );
});

describe('clientAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['::1', '::1'],
    ['2001:0DB8:0:0::1%eth0', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    // As proxies forward it: with the port, in brackets, with spaces around.
    ['203.0.113.7:51234', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['[fe80::1%eth0]:51234', 'fe80::1'],
    ['2001:db8:0:0:0:0:0:1:51234', '2001:db8::1'],
    ['::ffff:203.0.113.7:51234', '203.0.113.7'],
    ['[::FFFF:cb00:7107]:51234', '203.0.113.7'],
  ])('gives an address its one spelling: %s', (address, spelled) => {
    expect(clientAddress(address)).toBe(spelled);
  });

  it.each([
    undefined,
    '',
    'unknown',
    'example.com:443',
    '192.0.2.1:',
    '192.0.2.1:https',
    '192.0.2.1:123456',
    '[192.0.2.1',
    '[2001:db8::1]51234',
    '2001:db8::x',
  ])('gives none for %p', (address) => {
    expect(clientAddress(address)).toBeUndefined();
  });
});
