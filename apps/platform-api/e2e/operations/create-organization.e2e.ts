import { freePort, type Inbox, type ProgramEnd } from '@governance/testing';
import { sharedSurfaces } from '../machines/surfaces';
import { type System } from '../machines/system';

const orgId = 'org_first';
const admin = 'ada@acme.example';
const creation = ['create', orgId, '--name', 'Acme MSP', '--admin', admin];

describe('the creation of an organization, by command', () => {
  let system: System;
  let inbox: Inbox;
  beforeAll(async () => {
    ({ system, inbox } = await sharedSurfaces());
  });

  const org = (args: readonly string[], settings = {}): Promise<ProgramEnd> =>
    system.run('platform-api/org', settings, args);
  const linkTo = async (address: string): Promise<string> =>
    /http:\S+\/invitations\/\S+/.exec((await inbox.waitForMail(address)).text)?.[0] ?? '';
  /** 200 while the invitation can be accepted. */
  const statusOf = async (link: string): Promise<number> => (await fetch(link)).status;
  const audited = (): Promise<unknown[]> =>
    system.sql(
      `SELECT actor_kind, operation, outcome FROM audit_trail
       WHERE org_id = $1 AND operation <> 'org-invitations:deliver' ORDER BY id`,
      [orgId],
    );
  const done = (operation: string): object => ({ actor_kind: 'operator', operation, outcome: 'done' });

  it('reports an error, exits with 1, and creates nothing', async () => {
    for (const [args, words] of [
      [creation.slice(0, -2), /^Usage: npm run operate -- org/],
      [[...creation.slice(0, -1), 'ada'], /^--admin must be an email\n$/],
      [['create', 'a/b', ...creation.slice(2)], /^the id of an organization must have 1 to 128 characters/],
      [['create', orgId, '--name', '', '--admin', admin], /^the name of an organization must have 1 to 100/],
    ] as const) {
      expect(await org(args)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(words) as unknown,
      });
    }
    const IDENTITY_MANAGEMENT_URL = `http://127.0.0.1:${await freePort()}/management`;
    const away = await org(creation, { IDENTITY_MANAGEMENT_URL });
    expect(away).toEqual({ code: 1, stdout: '', stderr: 'the identity provider is unavailable\n' });
    expect((await system.identity.manage('GET', `/organizations/${orgId}`)).status).toBe(404);
    const invitations = await system.sql('SELECT id FROM invitations WHERE org_id = $1', [orgId]);
    expect([await audited(), invitations]).toEqual([[], []]);
  });

  it('invites its first account admin by mail; a repetition replaces a link, also one to another address § 10.9a V6.3.2', async () => {
    const mistyped = [...creation.slice(0, -1), 'eve@acme.example'];
    expect(await org(mistyped)).toMatchObject({ code: 0, stderr: '' });
    const wrong = await linkTo('eve@acme.example');
    expect(await statusOf(wrong)).toBe(200);

    expect(await org(creation)).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^org_first exists; its first account admin is invited until \S+Z: the platform worker sends the mail$/,
      ) as unknown,
    });
    const first = await linkTo(admin);
    expect([await statusOf(wrong), await statusOf(first)]).toEqual([410, 200]);
    inbox.clear();
    expect((await org(creation)).code).toBe(0);
    const second = await linkTo(admin);
    expect([await statusOf(wrong), await statusOf(first), await statusOf(second)]).toEqual([410, 410, 200]);
    expect((await system.identity.manage('GET', `/organizations/${orgId}`)).body).toMatchObject({
      id: orgId,
      name: 'Acme MSP',
    });
    expect(await audited()).toEqual([
      done('organizations:create'),
      done('org-invitations:create'),
      done('org-invitations:revoke'),
      done('org-invitations:create'),
      done('org-invitations:create'),
    ]);
  });

  it('leaves an organization with members as it is', async () => {
    const before = await audited();
    await system.identity.putMember({ orgId, email: admin, role: 'account-admin' });
    expect(await org(creation)).toEqual({
      code: 0,
      stderr: '',
      stdout: 'org_first has this member already: nothing was changed',
    });
    const other = [...creation.slice(0, -1), 'eve@acme.example'];
    expect(await org(other)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'org_first has members, who invite others: nothing was changed\n',
    });
    const renamed = ['create', orgId, '--name', 'Globex', '--admin', admin];
    expect(await org(renamed)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'org_first exists with the name Acme MSP: nothing was changed\n',
    });
    expect(await audited()).toEqual(before);
  });
});
