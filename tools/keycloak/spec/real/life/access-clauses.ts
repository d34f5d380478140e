import {
  isForPeople,
  type MatrixRow,
  permissionOf,
  privateRows,
} from '../../../../../apps/platform-api/e2e/matrix/support/rows';
import { type HttpAnswer } from '@governance/testing';
import { clause, type WayClause } from './clause';
import { CredentialAdmin } from './credentials';
import { tokenOfMachine } from './machine-token';
import { otherOrgId, type Way } from './way';

/** The groups that need nothing of the provider but clients. */
const groups: readonly unknown[] = [
  'self.me',
  'self.profile',
  'iam.m2m-credentials',
  'iam.service-identities',
  'iam.audit',
];
const rows = privateRows.filter(({ group }) => groups.includes(group));
/** Rows without an overlap succeed on every way. */
const [overlapRows, plainRows] = [rows.filter(isOfOverlap), rows.filter((row) => !isOfOverlap(row))];
const everything = [
  'm2m:credentials:read',
  'm2m:credentials:write',
  'org:audit:read',
  'self:organization:read',
];
const nothing = '00000000-0000-4000-8000-000000000000';

/** The rows of the access matrix, with tokens of the real providers. */
export const accessClauses: readonly WayClause[] = [
  clause('each row of the access matrix admits an account admin', async (way) => {
    const admin = await CredentialAdmin.of(way);
    await expectAdmitted(way, admin, { rows: plainRows, token: admin.token });
  }),
  clause('each row admits a machine that has the permission, unless it is for users', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const token = await machineToken(way, admin, everything);
    for (const row of plainRows) {
      const { status } = await ask(way, row, { token, targetId: await targetOf(admin, row) });
      expect([row.route, status]).toEqual([row.route, isForPeople(row) ? 403 : row.success]);
    }
  }),
  clause('each row refuses a machine that lacks the permission, and names it', async (way) => {
    const token = await machineToken(way, await CredentialAdmin.of(way), []);
    for (const row of rows.filter((each) => permissionOf(each) !== undefined)) {
      const { status, body } = await ask(way, row, { token });
      const text = `the access token lacks the permission ${permissionOf(row) ?? ''}`;
      expect([row.route, status, body.error_description]).toEqual([row.route, 403, text]);
    }
  }),
  clause('each row with a target answers 404 for that of another organization', async (way) => {
    await expectForeign404(
      way,
      plainRows.filter(({ target }) => target !== undefined),
    );
  }),
  clause(
    'the row of an overlap admits an account admin and a machine, and answers 404 to another organization',
    async (way) => {
      const admin = await CredentialAdmin.of(way);
      for (const token of [admin.token, await machineToken(way, admin, everything)])
        await expectAdmitted(way, admin, { rows: overlapRows, token });
      await expectForeign404(way, overlapRows);
    },
    {
      capability: 'overlap',
      without: async (way) => {
        const admin = await CredentialAdmin.of(way);
        const { id } = await admin.createSecret();
        const refused = await admin.ask('POST', `/${id}/rotate-secret`, { overlap_seconds: 3_600 });
        expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
        // So there is never a previous secret, not even after a rotation.
        expect((await admin.ask('POST', `/${id}/rotate-secret`)).status).toBe(200);
        for (const token of [admin.token, await machineToken(way, admin, everything)]) {
          for (const row of overlapRows) {
            const { status, body } = await ask(way, row, { token, targetId: id });
            const text = 'this credential has no previous secret or key';
            expect([row.route, status, body.error_description]).toEqual([row.route, 404, text]);
          }
        }
      },
    },
  ),
  clause('each row refuses a revoked machine', async (way) => {
    const admin = await CredentialAdmin.of(way);
    const { id, proof } = await admin.createSecret({ permissions: everything });
    const token = await tokenOfMachine(way.machineIssuer, proof);
    await admin.revoke(id);
    for (const row of rows) {
      expect([row.route, (await ask(way, row, { token })).status]).toEqual([row.route, 401]);
    }
  }),
];

function isOfOverlap({ target }: MatrixRow): boolean {
  return target === 'overlapping-credential';
}

/** `admin` makes the targets. */
async function expectAdmitted(
  way: Way,
  admin: CredentialAdmin,
  { rows: admitting, token }: { readonly rows: readonly MatrixRow[]; readonly token: string },
): Promise<void> {
  for (const row of admitting) {
    const { status } = await ask(way, row, { token, targetId: await targetOf(admin, row) });
    expect([row.route, status]).toEqual([row.route, row.success]);
  }
}

async function expectForeign404(way: Way, hiding: readonly MatrixRow[]): Promise<void> {
  const [admin, stranger] = [await CredentialAdmin.of(way), await CredentialAdmin.of(way, otherOrgId)];
  for (const row of hiding) {
    const targetId = await targetOf(admin, row);
    const foreign = await ask(way, row, { token: stranger.token, targetId });
    const unknown = await ask(way, row, { token: stranger.token });
    expect([row.route, foreign.status, foreign.text]).toEqual([row.route, 404, unknown.text]);
  }
}

function ask(
  { programs }: Way,
  row: MatrixRow,
  { token, targetId = nothing }: { readonly token: string; readonly targetId?: string },
): Promise<HttpAnswer> {
  const { path, body } = row.request(targetId);
  const [method = ''] = row.route.split(' ', 1);
  return programs.call(path, { method, token, ...(body && { body }) });
}

async function machineToken(
  way: Way,
  admin: CredentialAdmin,
  permissions: readonly string[],
): Promise<string> {
  return tokenOfMachine(way.machineIssuer, (await admin.createSecret({ permissions })).proof);
}

/** A new target for a request that succeeds. */
async function targetOf(admin: CredentialAdmin, { target }: MatrixRow): Promise<string> {
  if (target === undefined) return nothing;
  const credential = await admin.createSecret();
  const { id } = credential;
  if (target === 'credential') return id;
  if (target === 'overlapping-credential') {
    await admin.rotate(credential, { overlap_seconds: 3_600 });
    return id;
  }
  const identityId = String((await admin.ask('GET', `/${id}`)).body.service_identity_id);
  if (target === 'unused-service-identity') {
    // A named one stays after its last credential.
    await admin.rename(identityId);
    await admin.revoke(id);
  }
  return identityId;
}
