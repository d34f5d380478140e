import { given, type HttpAnswer } from '@governance/testing';
import { createTarget, startMatrix } from '../matrix/support/matrix';
import { targetOf, writes } from '../matrix/support/rows';
import { auditPath, type ListedEvent } from '../support/audit-events';

/** Parts of the requests of all rows, and of their answers, that no event may contain. */
const canaries: string[] = [
  'example.com',
  'Nightly export',
  'Weekly export',
  'login.acme.example',
  'canary-secret-at-the-provider',
];

describe('the audit events', () => {
  const matrix = given(startMatrix);
  afterAll(() => matrix.app.close());

  async function exported(token = matrix.app.personToken()): Promise<string> {
    const { status, text } = await matrix.app.ask('GET', auditPath({}, '/export'), { token });
    expect(status).toBe(200);
    return text;
  }

  /** The events of one request, oldest first. */
  async function eventsOf({ headers }: HttpAnswer, token?: string): Promise<readonly ListedEvent[]> {
    const lines = (await exported(token)).trimEnd().split('\n');
    return lines
      .map((line) => JSON.parse(line) as ListedEvent)
      .filter((event) => event.request_id === headers.get('x-request-id'))
      .toReversed();
  }

  function tokenWith(claims: Readonly<Record<string, unknown>> = {}): string {
    const token = matrix.app.personToken(claims);
    canaries.push(token, ...token.split('.').slice(1));
    return token;
  }

  describe.each(writes)('have for $route', (row) => {
    it('the completed write § 10.5p', async () => {
      const answer = await matrix.askInOrg(row, tokenWith());
      expect(answer.status).toBe(row.success);
      if ('client_secret' in answer.body) canaries.push(String(answer.body.client_secret));
      const [event] = await eventsOf(answer);
      expect(event).toMatchObject({ operation: row.operation, outcome: 'done', reason: row.reason ?? null });
    });

    it('a write without the permission § 10.5p', async () => {
      const answer = await matrix.ask(row, { token: tokenWith({ permissions: [] }) });
      expect(answer.status).toBe(403);
      expect(await eventsOf(answer)).toMatchObject([
        { operation: row.operation, outcome: 'refused', reason: 'insufficient_permissions' },
      ]);
    });

    it('a write with a broken body', async () => {
      const answer = await matrix.ask(row, { token: tokenWith(), body: '{"canary-in-a-body":' });
      expect(answer.status).toBe(400);
      expect(await eventsOf(answer)).toMatchObject([
        { operation: row.operation, outcome: 'refused', reason: 'invalid_request' },
      ]);
    });

    if (row.peopleOnly) {
      it('a write of a machine, with every permission', async () => {
        const { clientId } = await matrix.app.create();
        const answer = await matrix.ask(row, { token: matrix.app.machineToken(clientId) });
        expect(answer.status).toBe(403);
        expect(await eventsOf(answer)).toMatchObject([
          { operation: row.operation, outcome: 'refused', actor: { kind: 'machine' } },
        ]);
      });
    }

    const target = targetOf(row);
    if (target) {
      it('a write to an object of another organization, in the caller’s own', async () => {
        const targetId = await createTarget(matrix.app, target);
        const theirs = { org_id: 'org_globex' };
        const answer = await matrix.ask(row, { token: tokenWith(theirs), targetId });
        expect(answer.status).toBe(404);
        expect(await eventsOf(answer)).toEqual([]);
        expect(await eventsOf(answer, tokenWith(theirs))).toMatchObject([
          {
            operation: row.operation,
            outcome: 'refused',
            reason: 'not_found',
            // The name of a domain that the organization does not have is not kept.
            target: target === 'domain' ? null : targetId,
            actor: { subject: 'person-1' },
          },
        ]);
      });
    }
  });

  it('have no secret, token, name or address of these requests § 10.5p', async () => {
    const text = await exported();
    for (const canary of [...canaries, 'canary-in-a-body']) expect(text).not.toContain(canary);
    // The search would find what is there.
    expect(text).toContain('org-invitations:create');
  });
});
