import { hashOfContent, parseProofLine, type ProofLine } from '@governance/iam';
import { given, until } from '@governance/testing';
import { CompactTree, GrowingTree } from '@governance/transparency';
import { auditPath, insertEvents, listEvents } from '../support/audit-events';
import { newOrganization } from '../support/credentials-app';
import { startReconciler } from '../support/reconciler';

describe('GET /iam/audit-events/proof', () => {
  const app = given(newOrganization);

  const ask = (orgId: string, query: Readonly<Record<string, string>> = {}): ReturnType<typeof app.ask> => {
    const token = app.personToken({ org_id: orgId, permissions: ['org:audit:read'] });
    return app.ask('GET', auditPath(query, '/proof'), { token });
  };

  async function proofOf(
    orgId: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<readonly ProofLine[]> {
    const { status, text, headers } = await ask(orgId, query);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/jsonl; charset=utf-8',
      'attachment; filename="audit-proof.jsonl"',
    ]);
    const lines = text.trimEnd().split('\n').map(parseProofLine);
    return lines.filter((line) => line !== undefined);
  }

  /** Until the worker has made a head of the tree of every organization with events. */
  async function seal(): Promise<void> {
    const worker = await startReconciler(app);
    const unsealed = (): Promise<unknown[]> => app.sql('SELECT FROM unsealed_audit_events');
    await until(async () => (await unsealed()).length === 0);
    await worker.close();
  }

  it('answers 200 with the start of a proof while the organization has no sealed event § 10.5k', async () => {
    await app.create({}, { token: app.personToken({ org_id: 'org_new' }) });
    expect(await proofOf('org_new')).toEqual([{ kind: 'start', orgId: 'org_new' }]);
  });

  it('answers 200 with every sealed event of the organization, and the signed heads', async () => {
    await insertEvents(app, 1_100, 'org_mine');
    await insertEvents(app, 3, 'org_theirs');
    await seal();
    await app.sql(`UPDATE audit_tree_heads SET jws = 'head of ' || org_id`);
    await insertEvents(app, 1, 'org_mine');
    const [start, ...lines] = await proofOf('org_mine');
    expect(lines[0]).toEqual({ kind: 'head', jws: 'head of org_mine' });
    const leaves = lines.filter((line) => line.kind === 'leaf');
    expect(start).toEqual({ kind: 'start', orgId: 'org_mine' });
    expect(leaves.map(({ index }) => index)).toEqual(Array.from({ length: 1_100 }, (_, n) => n));
    for (const { content, hash } of leaves) expect(hashOfContent(content ?? [])).toEqual(hash);
    expect(lines).toHaveLength(1_101);
    const token = app.personToken({ org_id: 'org_mine' });
    const [event] = await listEvents(app, { actor: 'person-3', limit: '1' }, { token });
    const content = leaves.map((leaf) => leaf.content).find((each) => each?.[3] === event?.id);
    expect(content?.slice(3, 6)).toEqual([event?.id, event?.created_at, 'person']);
  });

  it('answers 200 with the events since an earlier proof, from whose tree it goes on § 10.5k', async () => {
    await insertEvents(app, 600, 'org_later');
    await seal();
    const whole = await proofOf('org_later');
    const tree = new GrowingTree();
    for (const line of whole.slice(0, 514)) if (line.kind === 'leaf') tree.append(line.hash);
    const [start, ...leaves] = await proofOf('org_later', { since: '513' });
    expect(leaves).toEqual(whole.slice(-87));
    const { earlier } = start as ProofLine & { readonly kind: 'start' };
    expect(new CompactTree(earlier?.size, earlier?.subtrees).root()).toEqual(tree.root());
    for (const since of ['', '0']) expect(await proofOf('org_later', { since })).toEqual(whole);
    expect(await proofOf('org_later', { since: '600' })).toMatchObject([
      { kind: 'start', earlier: { size: 600 } },
    ]);
  });

  it.each(['-1', '01', '1.0', '1e3', ' 1', 'all', '1000000000', '9'.repeat(40)])(
    'answers 400 to since=%s § 10.5l',
    async (since) => {
      expect(await ask('org_mine', { since })).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_request',
          error_description: 'since must be an integer from 0 to 999999999',
        },
      });
    },
  );

  it('answers 400 to a larger tree than the organization has, also if another one has it', async () => {
    await insertEvents(app, 3, 'org_large');
    await insertEvents(app, 1, 'org_small');
    await seal();
    const error_description = 'since is larger than the tree of the audit events';
    for (const [orgId, since] of [
      ['org_large', '4'],
      ['org_small', '2'],
      ['org_small', '999999999'],
      ['org_without_events', '1'],
    ] as const)
      expect(await ask(orgId, { since })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', error_description },
      });
  });

  it('answers 503 while the hashes above the events are missing, and goes on after the next sealing', async () => {
    await insertEvents(app, 300, 'org_restored');
    await seal();
    const tiles = await app.sql(`DELETE FROM audit_tree_tiles WHERE org_id = 'org_restored' RETURNING 1`);
    expect(tiles).toHaveLength(1);
    const { status, headers } = await ask('org_restored', { since: '300' });
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await insertEvents(app, 1, 'org_restored');
    await seal();
    expect(await proofOf('org_restored', { since: '301' })).toHaveLength(1);
  });
});
