import { opened } from '@governance/testing';
import {
  type AuditContext,
  emptyProfile,
  type Profile,
  type ProfileChange,
  type ProfileKey,
} from '@governance/iam';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresProfileStore } from './postgres-profile.store';

const issuer = 'https://identity.example.org';

function auditOf({ subject }: ProfileKey, orgId: string | undefined): AuditContext {
  return {
    actor: { kind: 'person', issuer, subject, clientId: 'console' },
    orgId,
    operation: 'self-profile:update',
    target: undefined,
    requestId: `request-of-${subject}`,
    secondFactorAgeSeconds: 12,
  };
}

describe('profiles', () => {
  const stores = opened(openTestStores);
  let profiles: PostgresProfileStore;
  beforeAll(() => {
    profiles = new PostgresProfileStore(stores.database, stores.keyring);
  });

  let people = 0;
  function person(): ProfileKey {
    people += 1;
    return { issuer, subject: `person|${people}` };
  }

  function change(key: ProfileKey, what: ProfileChange, now = noon): Promise<Profile> {
    return profiles.update(key, { change: what, now, audit: auditOf(key, 'org_acme') });
  }

  async function auditRows({ subject }: ProfileKey): Promise<unknown[]> {
    const { rows } = await stores.database.inTransaction(async (query) => {
      const text = `SELECT set_config('governance.system_scope', 'operator', true)`;
      await query({ name: 'test-operator', text });
      const select = 'SELECT operation, outcome, org_id FROM audit_trail WHERE actor_subject = $1';
      return query({ name: 'test-audit', text: select }, [subject]);
    });
    return rows;
  }

  it('are empty for a new user', async () => {
    expect(await profiles.find(person())).toEqual(emptyProfile);
  });

  it('store the values of each user separately', async () => {
    const [one, other] = [person(), person()];
    const said = { displayName: 'Łucja 山田', phoneNumber: '+41446681800', marketingOptIn: true };
    expect(await change(one, said)).toEqual({ ...said, updatedAt: noon });
    expect(await profiles.find(one)).toEqual({ ...said, updatedAt: noon });
    expect(await profiles.find(other)).toEqual(emptyProfile);
    expect(await profiles.find({ ...one, issuer: 'https://other.example.org' })).toEqual(emptyProfile);
  });

  it('change only the given members, and clear those that are null', async () => {
    const key = person();
    await change(key, { displayName: 'Name', phoneNumber: '+41446681800', marketingOptIn: true });
    await change(key, { phoneNumber: null }, laterBy(1));
    expect(await change(key, { marketingOptIn: false }, laterBy(2))).toEqual({
      displayName: 'Name',
      phoneNumber: undefined,
      marketingOptIn: false,
      updatedAt: laterBy(2),
    });
  });

  it('are unchanged, with their time, by an empty change', async () => {
    const key = person();
    expect(await change(key, {})).toEqual(emptyProfile);
    await change(key, { marketingOptIn: true });
    expect(await change(key, {}, laterBy(5))).toMatchObject({ updatedAt: noon });
    expect(await auditRows(key)).toHaveLength(1);
  });

  it('keep all concurrent changes', async () => {
    const key = person();
    const changes: ProfileChange[] = [
      { displayName: 'N' },
      { phoneNumber: '+41446681800' },
      { marketingOptIn: true },
    ];
    await Promise.all(changes.map((each) => change(key, each)));
    expect(await profiles.find(key)).toMatchObject({
      displayName: 'N',
      phoneNumber: '+41446681800',
      marketingOptIn: true,
    });
  });

  it('have an audit row for each change, in its organization or in none', async () => {
    const [member, stranger] = [person(), person()];
    await change(member, { displayName: 'A' });
    await profiles.update(stranger, {
      change: { displayName: 'B' },
      now: noon,
      audit: auditOf(stranger, undefined),
    });
    const row = { operation: 'self-profile:update', outcome: 'done' };
    expect(await auditRows(member)).toEqual([{ ...row, org_id: 'org_acme' }]);
    expect(await auditRows(stranger)).toEqual([{ ...row, org_id: null }]);
  });

  it('do not change without their audit row', async () => {
    const key = person();
    const audit = { ...auditOf(key, 'org_acme'), operation: undefined as never };
    await expect(profiles.update(key, { change: { displayName: 'A' }, now: noon, audit })).rejects.toThrow();
    expect(await profiles.find(key)).toEqual(emptyProfile);
  });

  it('are sealed, each for its user and column', async () => {
    const [one, other] = [person(), person()];
    await change(one, { displayName: 'Hidden Name', phoneNumber: '+41446681800' });
    await change(other, { displayName: 'B' });
    const dump = JSON.stringify(await stores.sql(`SELECT profiles::text AS row FROM profiles`));
    for (const text of ['Hidden Name', '41446681800']) {
      expect(dump).not.toContain(text);
      expect(dump).not.toContain(Buffer.from(text).toString('hex'));
    }
    await stores.sql(
      `UPDATE profiles SET display_name = (SELECT display_name FROM profiles WHERE subject = $1) WHERE subject = $2`,
      [one.subject, other.subject],
    );
    await expect(profiles.find(other)).rejects.toThrow();
  });

  it('open after a rotation of the keyring', async () => {
    const key = person();
    await change(key, { displayName: 'Kept' });
    const rotated = new PostgresProfileStore(stores.database, stores.rotateKeys());
    expect(await rotated.find(key)).toMatchObject({ displayName: 'Kept' });
  });
});
