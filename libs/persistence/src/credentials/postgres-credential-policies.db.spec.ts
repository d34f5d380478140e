import { opened } from '@governance/testing';
import { beginningOf, contextOf, draftOf } from '../../spec/credential-fixtures';
import { noon, openTestStores } from '../../spec/fixtures';
import { PostgresCredentialPolicies } from './postgres-credential-policies';
import { PostgresCredentialStore } from './postgres-credential.store';

describe('the policy of an organization for secrets', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  const policies = () => new PostgresCredentialPolicies(stores.database);
  const forbid = (orgId: string) =>
    policies().setSecrets(orgId, 'forbidden', {
      now: noon,
      audit: contextOf('credential-policy:update', { orgId }),
    });
  const begin = (orgId: string, members: object = {}) =>
    new PostgresCredentialStore(stores.database, stores.keyring)
      .forOrg(orgId)
      .beginCreation(draftOf(members), beginningOf('m2m-credentials:create'));

  it('allows them until it is changed, and is of that organization alone', async () => {
    expect(await policies().secretsOf('acme')).toBe('allowed');
    await forbid('acme');
    expect([await policies().secretsOf('acme'), await policies().secretsOf('globex')]).toEqual([
      'forbidden',
      'allowed',
    ]);
    expect(await stores.sql('SELECT org_id, target, outcome, reason FROM audit_trail')).toEqual([
      { org_id: 'acme', target: 'acme', outcome: 'done', reason: 'forbidden' },
    ]);
  });

  it('decides about creations in their own transaction', async () => {
    await forbid('acme');
    expect(await begin('acme')).toEqual({ kind: 'secrets-forbidden' });
    expect(await begin('acme', { type: 'public_key', keyThumbprint: 'thumb' })).toMatchObject({
      kind: 'begun',
    });
    expect(await begin('globex')).toMatchObject({ kind: 'begun' });
  });
});
