import { permissions } from '@governance/iam';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { abilitiesOf, ofPeopleOnly } from './abilities';

interface Route {
  readonly access: { readonly permission?: string; readonly peopleOnly?: boolean };
  /** Of a change. */
  readonly operation?: string;
}

describe('what a permission is for', () => {
  it('is said in words, for each', () => {
    for (const permission of permissions) expect(abilitiesOf([permission])).toHaveLength(1);
  });

  it('is people only for what the API does for people only', () => {
    const file = join(__dirname, '../../../../docs/api/route-policy.json');
    const { platform } = JSON.parse(readFileSync(file, 'utf8')) as { readonly platform: readonly Route[] };
    const changes = platform.filter(({ operation }) => operation !== undefined);
    const isOnly = (permission: string): boolean => {
      const own = changes.filter(({ access }) => access.permission === permission);
      return own.length > 0 && own.every(({ access }) => access.peopleOnly === true);
    };
    expect([...ofPeopleOnly]).toEqual(permissions.filter(isOnly));
  });
});
