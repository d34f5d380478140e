import { given } from '@governance/testing';
import { type Gate, type Power, permissionsOfRole, type Role, roles } from '@governance/iam';
import { claimsNamespace } from '../support/platform-app';
import { startMatrix } from './support/matrix';
import { allMoves, gained, held, type Move } from './support/moves';

const now = (): number => Math.floor(Date.now() / 1_000);

/** A state of the search: what the caller has gained, and the calls that led there. */
interface Step {
  readonly powers: ReadonlySet<Power>;
  readonly path: readonly Gate[];
}

/** With an account or a provider of their own, callers show any factor they like. */
const hasFactor = ({ powers }: Step): boolean => powers.has('admin') || powers.has('trust');

/** The shortest paths of calls that end in a power, breadth first; `open` are the gates that admit the caller without a factor. */
function pathsToPower(moves: readonly Move[], open: ReadonlySet<Gate>): string[] {
  const found = new Map<Power, string>();
  const seen = new Set<string>();
  const queue: Step[] = [{ powers: new Set(), path: [] }];
  for (const step of queue) {
    for (const { gate, gives } of moves) {
      if (!open.has(gate) && !hasFactor(step)) continue;
      const powers = new Set([...step.powers, gives].filter((power) => power !== 'none'));
      const path = [...step.path, gate];
      if (gives !== 'none' && !found.has(gives)) found.set(gives, `${gives}: ${path.join(', ')}`);
      const key = [...powers].toSorted().join();
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ powers, path });
    }
  }
  return [...found.values()];
}

describe('the writes of the surface, under the default policy', () => {
  const moves = allMoves();
  const matrix = given(startMatrix);
  afterAll(() => matrix.app.close());

  const tokenOf = (factor: object, role: Role = 'account-admin'): string =>
    matrix.app.personToken({
      permissions: [...permissionsOfRole(role)],
      [`${claimsNamespace}mfa_max_age`]: 300,
      ...factor,
    });
  const fresh = (): string => tokenOf({ [`${claimsNamespace}mfa_at`]: now() });
  const isRefused = async ({ row }: Move, token: string, targetId?: string): Promise<boolean> => {
    // The search makes more calls than an organization may.
    await matrix.app.sql('DELETE FROM rate_limits');
    const { status, body } = await matrix.ask(row, { token, ...(targetId !== undefined && { targetId }) });
    if (status === 403) expect(body.error).toMatch(/^(?:step_up_required|insufficient_permissions)$/);
    return status === 403;
  };
  const openTo = async (role: Role): Promise<readonly Move[]> => {
    const open: Move[] = [];
    for (const move of moves) {
      if (!(await isRefused(move, tokenOf({}, role), await move.target(matrix)))) open.push(move);
    }
    return open;
  };

  it.each(moves)('$gate gives what its route declares: $gives § 10.14b', async (move) => {
    const targetId = await move.target(matrix);
    const before = await held(matrix);
    expect(await isRefused(move, fresh(), targetId)).toBe(false);
    expect(gained(before, await held(matrix))).toEqual(move.gives === 'none' ? [] : [move.gives]);
  });

  it.each(roles)(
    'lead the role %s without a second factor to no credential, account-admin or trust § 10.14a',
    async (role) => {
      const open = await openTo(role);
      expect(pathsToPower(moves, new Set(open.map(({ gate }) => gate)))).toEqual([]);
      // The search can find: a caller with a fresh factor has every power by one call.
      expect(pathsToPower(moves, new Set(moves.map(({ gate }) => gate)))).toHaveLength(3);
    },
  );

  it('give nothing in any order of two, on the same targets, to an admin without a second factor § 10.14a', async () => {
    const open = await openTo('account-admin');
    expect(open).not.toEqual([]);
    const targets = new Map<Gate, string | undefined>();
    for (const move of open) targets.set(move.gate, await move.target(matrix));
    const before = await held(matrix);
    for (const first of open) {
      for (const second of open) {
        for (const move of [first, second]) await isRefused(move, tokenOf({}), targets.get(move.gate));
      }
    }
    expect(gained(before, await held(matrix))).toEqual([]);
  });
});
