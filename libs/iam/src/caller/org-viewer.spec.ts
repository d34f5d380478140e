import { machineOf, personOf } from '../../spec/src';
import { everythingOf, viewerOf } from './org-viewer';
import { type Permission, permissions } from './permission';
import { permissionsOfRole } from './role';

const orgId = 'org_acme';

describe('the viewer of clients', () => {
  it('is an account-admin, who sees all, also with a token that only reads', () => {
    const reading = permissions.filter((permission) => permission.endsWith(':read'));
    for (const held of [permissions, reading])
      expect(viewerOf(personOf(orgId, held))).toEqual({ orgId, sees: 'all' });
    expect(everythingOf(orgId)).toEqual({ orgId, sees: 'all' });
  });

  it('is a member, who sees their own, with every set of permissions that is no account-admin’s', () => {
    const sets: Permission[][] = [
      [...permissionsOfRole('client-manager')],
      ['org:clients:read'],
      ['org:clients:read', 'org:clients:write', 'org:audit:read', 'org:members:write'],
      [],
    ];
    for (const held of sets)
      expect(viewerOf(personOf(orgId, held))).toEqual({ orgId, sees: { member: 'ada' } });
  });

  it('is a machine, which sees none that are assigned, with any permissions', () => {
    for (const held of [permissions, []])
      expect(viewerOf(machineOf(orgId, held))).toEqual({ orgId, sees: 'unassigned' });
  });

  it('is nobody’s own with a subject that no member can have', () => {
    for (const subject of ['*', '', 'a b', 'x'.repeat(129), 'ä'])
      expect(viewerOf({ ...personOf(orgId, []), subject })).toEqual({ orgId, sees: 'unassigned' });
  });
});
