import { hashOfContent, parseProofLine, type ProofLine } from '@governance/iam';
import { given, until } from '@governance/testing';
import { auditPath, insertEvents, listEvents } from '../support/audit-events';
import { newOrganization } from '../support/credentials-app';
import { startReconciler } from '../support/reconciler';

describe('GET /iam/audit-events/proof', () => {
  const app = given(newOrganization);

  async function proofOf(orgId: string): Promise<readonly ProofLine[]> {
    const token = app.personToken({ org_id: orgId, permissions: ['org:audit:read'] });
    const { status, text, headers } = await app.ask('GET', auditPath({}, '/proof'), { token });
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
});
