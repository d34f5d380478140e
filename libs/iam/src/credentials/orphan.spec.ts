import { isOrphan } from './orphan';

describe('isOrphan', () => {
  const client = { clientId: 'client', tag: 'credential', revision: 'change' };

  it('keeps the client of a credential, and one that is being created', () => {
    expect(isOrphan(client, { credentialId: 'credential', clientId: 'client' })).toBe(false);
    expect(isOrphan(client, { credentialId: 'credential', clientId: undefined })).toBe(false);
  });

  it('finds a client whose credential is gone, and a second client of one', () => {
    expect(isOrphan(client, undefined)).toBe(true);
    expect(isOrphan(client, { credentialId: 'credential', clientId: 'another' })).toBe(true);
  });
});
