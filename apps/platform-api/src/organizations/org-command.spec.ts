import { readOrgCommand } from './org-command';

describe('the command org', () => {
  it('shows a policy, or changes the named parts', () => {
    const kind = 'policy';
    expect(readOrgCommand(['policy', 'org_acme'])).toEqual({ kind, orgId: 'org_acme', change: {} });
    const args = [
      'policy',
      'org_acme',
      '--mfa-max-age',
      '600',
      '--gate',
      'self-profile:update, m2m-credentials:create',
    ];
    expect(readOrgCommand(args)).toEqual({
      kind,
      orgId: 'org_acme',
      change: { mfaMaxAgeSeconds: 600, gated: new Set(['self-profile:update', 'm2m-credentials:create']) },
    });
    expect(readOrgCommand(['policy', 'org_acme', '--gate', 'none', '--mfa-max-age=0'])).toMatchObject({
      change: { mfaMaxAgeSeconds: 0, gated: new Set() },
    });
  });

  it('shows or changes the window for users whose issuer does not say it', () => {
    const window = '--second-factor-window';
    expect(readOrgCommand(['policy', 'org_acme', window, '300'])).toMatchObject({
      change: { secondFactorWindowSeconds: 300 },
    });
    const kind = 'default-policy';
    expect(readOrgCommand([kind])).toEqual({ kind, secondFactorWindowSeconds: undefined });
    expect(readOrgCommand([kind, window, '900'])).toEqual({ kind, secondFactorWindowSeconds: 900 });
    for (const seconds of ['0', '-1', '1.5', '31536001', '']) {
      expect(() => readOrgCommand([kind, `${window}=${seconds}`])).toThrow(
        /^--second-factor-window must be a whole number of seconds from 1 to 31536000$/,
      );
    }
    expect(() => readOrgCommand([kind, 'org_acme', window, '300'])).toThrow(/^Usage/);
    expect(() => readOrgCommand([kind, '--gate', 'none'])).toThrow(/^Usage/);
  });

  it('creates an organization, with its name trimmed and the address in canonical form', () => {
    const args = ['create', 'org_acme', '--name', ' Acme MSP ', '--admin', 'ada@BÜCHER.example'];
    expect(readOrgCommand(args)).toEqual({
      kind: 'create',
      orgId: 'org_acme',
      name: 'Acme MSP',
      adminEmail: 'ada@xn--bcher-kva.example',
    });
  });

  it.each([
    [['a/b', '--name', 'Acme', '--admin', 'ada@acme.example'], /^the id of an organization must have/],
    [['..', '--name', 'Acme', '--admin', 'ada@acme.example'], /^the id of an organization must have/],
    [['org_acme', '--name', ' ', '--admin', 'ada@acme.example'], /^the name of an organization must have/],
    [['org_acme', '--name', 'Acme', '--admin', 'ada'], /^--admin must be an email$/],
    [['org_acme', '--name', 'Acme', '--admin', ''], /^--admin must be an email$/],
  ])('creates nothing from %j', (args, words) => {
    expect(() => readOrgCommand(['create', ...args])).toThrow(words);
  });

  it('lists members, removes one, changes the role of one, or seals audit events', () => {
    const member = { orgId: 'org_acme', memberId: 'ada' };
    expect(readOrgCommand(['members', 'org_acme'])).toEqual({ kind: 'members', orgId: 'org_acme' });
    expect(readOrgCommand(['seal-audit', 'org_acme'])).toEqual({ kind: 'seal-audit', orgId: 'org_acme' });
    expect(readOrgCommand(['reset-second-factor', 'org_acme', 'ada'])).toEqual({
      kind: 'reset-second-factor',
      orgId: 'org_acme',
      memberId: 'ada',
    });
    expect(readOrgCommand(['remove-member', 'org_acme', 'ada'])).toEqual({
      kind: 'remove-member',
      ...member,
    });
    expect(readOrgCommand(['set-role', 'org_acme', 'ada', 'viewer'])).toEqual({
      kind: 'set-role',
      ...member,
      role: 'viewer',
    });
  });

  it.each([
    [[]],
    [['policy']],
    [['delete', 'org_acme']],
    [['policy', 'a', 'b']],
    [['policy', 'a', '--all']],
    [['members']],
    [['members', 'a', 'b']],
    [['seal-audit', 'a', 'b']],
    [['reset-second-factor', 'a']],
    [['reset-second-factor', 'a', 'b', 'c']],
    [['remove-member', 'a']],
    [['remove-member', 'a', '']],
    [['remove-member', 'a', 'b', 'c']],
    [['remove-member', 'a', 'b', '--gate', 'none']],
    [['set-role', 'a', 'b']],
    [['set-role', 'a', 'b', 'owner']],
    [['set-role', 'a', 'b', 'viewer', 'c']],
    [['create', 'a']],
    [['create', 'a', '--name', 'A']],
    [['create', 'a', '--admin', 'ada@acme.example']],
    [['create', 'a', 'b', '--name', 'A', '--admin', 'ada@acme.example']],
    [['create', 'a', '--name', 'A', '--admin', 'ada@acme.example', '--gate', 'none']],
    [['policy', 'a', '--name', 'A']],
  ])('prints its usage for %j', (args) => {
    expect(() => readOrgCommand(args)).toThrow(/^Usage: npm run operate -- org policy ORGANIZATION/);
  });

  it.each(['-1', '1.5', '5m', '', '31536001', '9999999999'])('refuses a window of %j', (seconds) => {
    expect(() => readOrgCommand(['policy', 'a', `--mfa-max-age=${seconds}`])).toThrow(
      '--mfa-max-age must be a whole number of seconds from 0 to 31536000',
    );
  });

  it.each(['', 'm2m-credentials:list', 'none,self-profile:update', 'M2M-CREDENTIALS:CREATE'])(
    'refuses to gate %j, and names the operations that can be gated',
    (gate) => {
      expect(() => readOrgCommand(['policy', 'a', '--gate', gate])).toThrow(
        /Known operations: m2m-credentials:create, /,
      );
    },
  );
});
