import { type ProgramEnd, startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem, type System } from '../machines/system';
import { platformBaseUrl } from '../support/platform-app';

const folder = mkdtempSync(join(tmpdir(), 'issuers-'));

describe('several issuers', () => {
  let system: System;
  let people: TokenIssuer;
  let OIDC_ISSUERS_FILE: string;
  beforeAll(async () => {
    [system, people] = [await startSystem(), await startTokenIssuer({ audience: platformBaseUrl })];
    OIDC_ISSUERS_FILE = fileWith({ window: 'policy', claims: { mfa_at: 'loa_map.2' } });
  });
  afterAll(async () => {
    await system.stop();
    await people.close();
    rmSync(folder, { recursive: true });
  });

  function fileWith(members: object): string {
    const file = join(folder, 'issuers.json');
    const managed = { issuer: system.identity.issuer, issues: ['people', 'machines'] };
    const other = { issuer: people.issuer, issues: ['people'], ...members };
    writeFileSync(file, JSON.stringify({ issuers: [managed, other] }));
    return file;
  }

  const refusedStart = async (settings: Readonly<Record<string, string>>): Promise<unknown> => {
    const { code, stdout } = await system.run('platform-api/main', settings);
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    return [code, (JSON.parse(last) as { readonly msg?: string }).msg];
  };

  it('refuses to start with the management API of another provider', async () => {
    const { issuer } = system.identity;
    const IDENTITY_MANAGEMENT_URL = `${issuer}/management`;
    expect(await refusedStart({ OIDC_ISSUER: people.issuer, IDENTITY_MANAGEMENT_URL })).toEqual([
      1,
      `cannot start: OIDC_ISSUER is ${people.issuer}, but IDENTITY_MANAGEMENT_URL manages the provider with the issuer ${issuer}`,
    ]);
  });

  it('refuses to start with an issuer whose discovery document is about another one', async () => {
    people.answerWith((_req, res) => {
      res.end(JSON.stringify({ issuer: system.identity.issuer, jwks_uri: people.jwksUri }));
    });
    const refused = await refusedStart({ OIDC_ISSUER: people.issuer });
    people.answerWith(undefined);
    expect(refused).toEqual([1, expect.stringContaining(`is about another issuer than ${people.issuer}`)]);
  });

  it('refuses to start without the window that an issuer needs, and starts when an operator has set it', async () => {
    expect(await refusedStart({ OIDC_ISSUERS_FILE })).toEqual([
      1,
      expect.stringContaining('npm run operate -- org default-policy --second-factor-window SECONDS'),
    ]);
    const args = ['default-policy', '--second-factor-window', '600'];
    expect(await system.run('platform-api/org', {}, args)).toEqual({
      code: 0,
      stdout: 'for issuers with window policy, a second factor from the last 600 seconds is required',
      stderr: '',
    });
    await system.identity.putOrganization('org_acme');
    const { origin } = await system.serve('platform-api/main', { OIDC_ISSUERS_FILE });
    const create = (claims: Readonly<Record<string, unknown>>): Promise<Response> =>
      fetch(`${origin}/iam/m2m-credentials`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${people.mint({ claims: { org_id: 'org_acme', permissions: ['m2m:credentials:write', 'm2m:credentials:read', 'self:organization:read'], ...claims } })}`,
        },
        body: JSON.stringify({ name: 'Nightly export', type: 'client_secret' }),
      });
    const refused = await create({});
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: 'step_up_required', max_age: 600 },
    ]);
    expect((await create({ loa_map: { '2': Math.floor(Date.now() / 1_000) } })).status).toBe(201);
  });

  it('starts while an issuer does not answer', async () => {
    await people.stop();
    const { origin } = await system.serve('platform-api/main', { OIDC_ISSUERS_FILE });
    await people.resume();
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  });

  it('records a changed policy with its operator, and shows both windows', async () => {
    const args = [
      'policy',
      'org_of_customer',
      '--second-factor-window',
      '300',
      '--gate',
      'self-profile:update',
    ];
    expect(await system.run('platform-api/org', {}, args)).toEqual({
      code: 0,
      stdout:
        'org_of_customer: for issuers with window policy, one from the last 300 seconds for self-profile:update',
      stderr: '',
    });
    expect(
      await system.sql(
        `SELECT actor_kind, operation, reason FROM audit_trail WHERE org_id = 'org_of_customer'`,
      ),
    ).toEqual([
      {
        actor_kind: 'operator',
        operation: 'organizations:change-policy',
        reason: 'second_factor_window 300; gated self-profile:update',
      },
    ]);
  });

  it('are examined by the doctor with the settings of the program', async () => {
    const doctor = (...args: string[]): Promise<ProgramEnd> =>
      system.run('platform-api/issuer-doctor', { OIDC_ISSUERS_FILE }, args);
    const good = people.mint({ claims: { org_id: 'org_acme' } });
    const accepted = await doctor(good);
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
    expect(accepted.stdout.trimEnd().split('\n').at(-1)).toBe('accepted as person person-1 of org_acme');
    expect(accepted.stdout).not.toContain(good);
    const refused = await doctor('--json', people.mintForMachine('client-1'));
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      verdict: 'refused (401): the issuer may not issue tokens of a machine',
    });
  });
});
