import fc from 'fast-check';
import { RuleViolation } from '@governance/kernel';
import { checkCreation } from '../credentials/credential-rules';
import { coversPermissions, type Permission, permissions } from './permission';
import { permissionOffers } from './permission-offers';

const sets = fc.subarray([...permissions]).map((list): ReadonlySet<Permission> => new Set(list));

describe('permissionOffers', () => {
  it('names every permission once, with one sentence or two', () => {
    const offers = permissionOffers(new Set());
    expect(offers.map(({ permission }) => permission)).toEqual(permissions);
    for (const { description } of offers) expect(description).toMatch(/^[A-Z][^.]+\.(?: [A-Z][^.]+\.)?$/);
    expect(new Set(offers.map(({ description }) => description)).size).toBe(permissions.length);
  });

  it('offers exactly what a creation with it accepts', () => {
    const accepts = (caller: ReadonlySet<Permission>, permission: Permission): boolean => {
      const request = { name: 'a', type: 'client_secret', permissions: [permission] };
      try {
        const { permissions: asked } = checkCreation(request, {
          now: new Date(0),
          capabilities: { keyAlgorithms: new Set(), overlap: true, networks: true },
        });
        return caller.has('m2m:credentials:write') && coversPermissions(caller, asked ?? new Set());
      } catch (error) {
        expect(error).toBeInstanceOf(RuleViolation);
        return false;
      }
    };
    fc.assert(
      fc.property(sets, (caller) => {
        for (const { permission, grantable } of permissionOffers(caller)) {
          expect([permission, grantable]).toEqual([permission, accepts(caller, permission)]);
        }
      }),
    );
  });
});
