import { isOrphan, type TagOwner } from './orphan';

describe('isOrphan', () => {
  const issuer = 'https://identity.example.org';
  const client = { clientId: 'client', tag: 'credential', revision: 'change' };
  const isOrphanOf = (owner?: Omit<TagOwner, 'credentialId'>): boolean =>
    isOrphan(client, { owner: owner && { credentialId: 'credential', ...owner }, issuer });

  it('keeps the client of a credential, and one that is being created', () => {
    expect(isOrphanOf({ clientId: 'client', issuer })).toBe(false);
    expect(isOrphanOf({ clientId: undefined, issuer })).toBe(false);
  });

  it('finds a client whose credential is gone, and a second client of one', () => {
    expect(isOrphanOf()).toBe(true);
    expect(isOrphanOf({ clientId: 'another', issuer })).toBe(true);
  });

  it('keeps the client of a credential that another issuer holds', () => {
    const former = 'https://former.example.org';
    expect(isOrphanOf({ clientId: 'client', issuer: former })).toBe(false);
    expect(isOrphanOf({ clientId: 'another', issuer: former })).toBe(false);
  });
});
