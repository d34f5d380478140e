import { type Operation } from '@governance/iam';
import { given, triesEachCase } from '@governance/testing';
import { checkedParts, stepUp } from './support/answers';
import { startMatrix } from './support/matrix';
import { isForPeople, reads, writes } from './support/rows';
import { claimsNamespace } from '../support/platform-app';

/** The operations that are gated by default: those of spec 5.3.1, and the others of decisions 3. */
const gatedByDefault: readonly Operation[] = [
  'm2m-credentials:create',
  'm2m-credentials:rotate',
  'm2m-credentials:revoke',
  'm2m-credentials:revoke-previous-secret',
  'trust-rules:create',
  'trust-rules:update',
  'trust-rules:remove',
  'credential-policy:update',
  'connections:create',
  'connections:update',
  'connections:remove',
  'domains:create',
  'domains:check',
  'domains:remove',
  'members:remove',
  'members:update',
  'members:reset-second-factor',
  'service-identities:rename',
  'service-identities:delete',
];
/** An organization with its own policy: one write is gated, and none of the default ones. */
const otherPolicy = { orgId: 'org_initech', gated: 'm2m-credentials:rename' } as const;

interface Factor {
  readonly name: string;
  /** Undefined: the claim is absent. */
  readonly mfaAt?: unknown;
  readonly maxAge?: unknown;
  /** The `max_age` of the response. */
  readonly expectedWindow: number;
}

const now = (): number => Math.floor(Date.now() / 1_000);
const rfc3339 = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** With each of these, a user must sign in again before a gated write. */
function refused(): readonly Factor[] {
  const window = { maxAge: 300, expectedWindow: 300 };
  const unreadable = ['nonsense', '', String(now()), '2026-02-30T12:00:00Z', true, null, {}, [now()]];
  return [
    { name: 'absent', ...window },
    { name: 'stale', mfaAt: now() - 302, ...window },
    { name: 'stale, as a text', mfaAt: rfc3339(now() - 302), ...window },
    { name: 'stale for a longer window', mfaAt: now() - 3_602, maxAge: 3_600, expectedWindow: 3_600 },
    { name: 'of long ago', mfaAt: 0, ...window },
    { name: 'in the future', mfaAt: now() + 90, ...window },
    { name: 'in the future, as a text', mfaAt: rfc3339(now() + 90), ...window },
    ...unreadable.map((mfaAt) => ({ name: `malformed: ${JSON.stringify(mfaAt)}`, mfaAt, ...window })),
    ...[-1, 0.5, '300', '0', true, null, {}, 1e300].map((maxAge) => ({
      name: `fresh, for a window of ${JSON.stringify(maxAge)}`,
      mfaAt: now(),
      maxAge,
      expectedWindow: 300,
    })),
  ];
}

/** Where no factor is required, `npm test` sends three: absent, stale, and stale as a text. */
function unasked(): readonly Factor[] {
  return triesEachCase ? refused() : refused().slice(0, 3);
}

/** With each of these, a user is admitted. */
function admitted(): readonly Omit<Factor, 'expectedWindow'>[] {
  return [
    { name: 'fresh', mfaAt: now() - 240, maxAge: 300 },
    { name: 'fresh, as a text', mfaAt: rfc3339(now() - 240), maxAge: 300 },
    { name: 'fresh, with a fraction', mfaAt: now() - 0.5, maxAge: 300 },
    { name: 'ahead within the clock tolerance', mfaAt: now() + 30, maxAge: 300 },
    ...[undefined, 0, 'nonsense'].flatMap((mfaAt) => [
      { name: `${String(mfaAt)}, without a window`, mfaAt },
      { name: `${String(mfaAt)}, with a window of 0`, mfaAt, maxAge: 0 },
    ]),
  ];
}

/** `npm test` sends a third of them to each write, another third to the next one. */
function admittedBy(row: (typeof writes)[number]): readonly Omit<Factor, 'expectedWindow'>[] {
  return admitted().filter((_, at) => triesEachCase || at % 3 === writes.indexOf(row) % 3);
}

const policies = [
  { policy: 'the default policy', orgId: 'org_acme', gated: gatedByDefault },
  { policy: 'a policy of its own', orgId: otherPolicy.orgId, gated: [otherPolicy.gated] },
];

describe('the second factor, in an organization that gates every write', () => {
  const matrix = given(startMatrix);
  beforeAll(async () => {
    await matrix.app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      matrix.app.orgId,
      writes.map(({ operation }) => operation),
    ]);
  });
  afterAll(() => matrix.app.close());

  it.each(writes)('is required by $route, which changes nothing without it', async (row) => {
    const before = await matrix.state();
    const token = matrix.app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const answer = await matrix.ask(row, { token });
    expect(checkedParts(answer)).toEqual(stepUp(300));
    expect(await matrix.state()).toEqual(before);
    const recorded = await matrix.app.sql(
      'SELECT operation, outcome, reason FROM audit_trail WHERE request_id = $1',
      [answer.headers.get('x-request-id')],
    );
    expect(recorded).toEqual([{ operation: row.operation, outcome: 'refused', reason: 'step_up_required' }]);
  });
});

describe.each(policies)('the second factor, in an organization with $policy', ({ orgId, gated }) => {
  const matrix = given(startMatrix);
  beforeAll(async () => {
    await matrix.app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      otherPolicy.orgId,
      [otherPolicy.gated],
    ]);
  });
  afterAll(() => matrix.app.close());

  function claimsOf({ mfaAt, maxAge }: Pick<Factor, 'mfaAt' | 'maxAge'>): Record<string, unknown> {
    return {
      org_id: orgId,
      [`${claimsNamespace}mfa_at`]: mfaAt,
      [`${claimsNamespace}mfa_max_age`]: maxAge,
    };
  }

  const tokenOf = (factor: Pick<Factor, 'mfaAt' | 'maxAge'>): string =>
    matrix.app.personToken(claimsOf(factor));

  describe.each(writes.filter(({ operation }) => gated.includes(operation)))('$route', (row) => {
    it('answers the 403 of the contract while it is not fresh, for every body, and changes nothing § 4.2ai 4.2ar 4.2bi 5.3.1a 5.3.1b 5.3.1c 5.3.1d 5.3.2a 5.3.3a 5.3.3b 5.3.3d 5.3.4a 5.3.4b 7.2m 7.2o 7.2p 7.2q 7.2r 8e 9.4c 10.14a V6.3.3 V10.3.4', async () => {
      const before = await matrix.state();
      for (const { name, expectedWindow, ...factor } of refused()) {
        const answer = await matrix.answerTo(row, { token: tokenOf(factor) });
        expect({ name, ...answer }).toEqual({ name, ...stepUp(expectedWindow) });
      }
      const token = tokenOf({ maxAge: 300 });
      expect(await matrix.answerTo(row, { token, body: '{broken' })).toEqual(stepUp(300));
      expect(await matrix.state()).toEqual(before);
    });
  });

  describe.each(writes.filter(({ operation }) => !gated.includes(operation)))('$route', (row) => {
    it('does not require it § 5.3.1d', async () => {
      for (const { name, ...factor } of unasked()) {
        const { status } = await matrix.askInOrg(row, tokenOf(factor), orgId);
        expect({ name, status }).toEqual({ name, status: row.success });
      }
    });
  });

  describe.each(writes)('$route', (row) => {
    it('admits users with a fresh factor, and users without a window § 5.3.3a 5.3.3b 5.3.3c 5.3.3d 8e 8f', async () => {
      for (const { name, ...factor } of admittedBy(row)) {
        const { status } = await matrix.askInOrg(row, tokenOf(factor), orgId);
        expect({ name, status }).toEqual({ name, status: row.success });
      }
    });

    if (isForPeople(row)) return;

    it('never requires it of a machine (spec 5.3.2) § 5.3.2a 5.3.2b', async () => {
      const admin = matrix.app.personToken({ org_id: orgId });
      const { clientId } = await matrix.app.create({}, { token: admin });
      for (const { name, ...factor } of unasked()) {
        const token = matrix.app.machineToken(clientId, claimsOf(factor));
        const { status } = await matrix.askInOrg(row, token, orgId);
        expect({ name, status }).toEqual({ name, status: row.success });
      }
    });
  });

  it.each(reads)('$route never requires it (spec 5.3.1) § 5.3.1e', async (row) => {
    for (const { name, ...factor } of unasked()) {
      const { status } = await matrix.askInOrg(row, tokenOf(factor), orgId);
      expect({ name, status }).toEqual({ name, status: row.success });
    }
  });
});
