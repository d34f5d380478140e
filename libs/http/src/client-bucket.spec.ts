import { clientAddress, clientBucket } from './client-bucket';

describe('clientBucket', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
  ])('takes IPv4 as it is: %s', (address, bucket) => {
    expect(clientBucket(address)).toBe(bucket);
  });

  it.each([
    '2001:db8:1:2::',
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:2::1%eth0',
  ])('takes IPv6 by its /64: %s', (address) => {
    expect(clientBucket(address)).toBe('2001:db8:1:2::/64');
  });

  it('keeps neighbouring networks apart', () => {
    expect(clientBucket('2001:db8:1:3::1')).not.toBe(clientBucket('2001:db8:1:2::1'));
    expect(clientBucket('192.0.2.2')).not.toBe(clientBucket('192.0.2.1'));
  });

  it.each([undefined, '', 'unknown', '192.0.2.1:443', '1.2.3', '2001:db8::x'])(
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
  ])('gives an address its one spelling: %s', (address, spelled) => {
    expect(clientAddress(address)).toBe(spelled);
  });

  it.each([undefined, '', 'unknown', '192.0.2.1:443', '2001:db8::x'])('gives none for %p', (address) => {
    expect(clientAddress(address)).toBeUndefined();
  });
});
