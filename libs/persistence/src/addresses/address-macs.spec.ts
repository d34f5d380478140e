import { Keyring } from '@governance/keyring';
import { createTestKeyring, type TestKeyring } from '@governance/testing';
import { clientMac, domainMacs, recipientMacs } from './address-macs';

describe('the hashes of addresses', () => {
  let file: TestKeyring;
  let keyring: Keyring;

  beforeAll(() => {
    file = createTestKeyring();
    keyring = Keyring.load(file.file);
  });
  afterAll(() => {
    file.remove();
  });

  it('are the same for every spelling of a mailbox, and for every mailbox of a domain', () => {
    const spellings = ['assessor@example.com', 'Assessor+tag@Example.com'];
    const [plain, tagged] = spellings.map((address) => recipientMacs(keyring, address));
    expect(tagged).toEqual(plain);
    expect(domainMacs(keyring, 'second@Example.com')).toEqual(domainMacs(keyring, 'first@example.com'));
  });

  it('differ by mailbox, by domain and by what they are for', () => {
    const hashes = [
      ...recipientMacs(keyring, 'first@example.com'),
      ...recipientMacs(keyring, 'second@example.com'),
      ...domainMacs(keyring, 'first@example.com'),
      ...domainMacs(keyring, 'first@example.org'),
      clientMac(keyring, 'example.com'),
      clientMac(keyring, 'first@example.com'),
    ].map((hash) => hash.toString('hex'));
    expect(new Set(hashes).size).toBe(6);
  });
});
