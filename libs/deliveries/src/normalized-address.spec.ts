import { domainOf, normalizedAddress } from './normalized-address';

describe('normalizedAddress', () => {
  it.each([
    ['assessor@example.com', 'assessor@example.com'],
    ['Assessor@EXAMPLE.com', 'assessor@example.com'],
    ['assessor+one@example.com', 'assessor@example.com'],
    ['Assessor+one+two@example.com', 'assessor@example.com'],
    ['a.b-c_d@mail.example.com', 'a.b-c_d@mail.example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
  ])('takes %s for %s', (address, normalized) => {
    expect(normalizedAddress(address)).toBe(normalized);
  });

  it('leaves the domain, which stands behind the last at sign', () => {
    expect(domainOf('"a@b"@mail.example.com')).toBe('mail.example.com');
  });
});
