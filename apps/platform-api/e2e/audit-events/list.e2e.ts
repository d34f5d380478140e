import { randomUUID } from 'node:crypto';
import { given, type HttpAnswer } from '@governance/testing';
import { auditPath, insertEvents, listEvents } from '../support/audit-events';
import { credentialsPath, newOrganization } from '../support/credentials-app';
import { claimsNamespace } from '../support/platform-app';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/audit-events', () => {
  describe('200', () => {
    const app = given(newOrganization);

    /** Another organization for each test: the trail keeps every row. */
    const ownOrg = (): { org_id: string } => ({ org_id: `org_${randomUUID()}` });

    it('answers 200 with every member of a completed and a refused write, newest first § 10.5a V16.2.1', async () => {
      const org = ownOrg();
      const mfa = { [`${claimsNamespace}mfa_at`]: Math.floor(Date.now() / 1_000) - 40 };
      const token = app.personToken({ ...org, ...mfa, [`${claimsNamespace}mfa_max_age`]: 300 });
      const [first, second] = [randomUUID(), randomUUID()];
      const { id } = await app.create({}, { token, headers: { 'x-request-id': first } });
      await app.manage('PATCH', `/${id}`, { token, body: {}, headers: { 'x-request-id': second } });
      const answer = await app.ask('GET', auditPath(), { token });
      const actor = { kind: 'person', issuer: app.issuer.issuer, subject: 'person-1', client_id: 'app-1' };
      const common = {
        id: expect.stringMatching(uuid) as unknown,
        created_at: expect.stringMatching(moment) as unknown,
        actor,
        target: id,
        second_factor_age_seconds: expect.any(Number) as unknown,
      };
      const done = { outcome: 'done', reason: null, request_id: first };
      const refused = { outcome: 'refused', reason: 'invalid_request', request_id: second };
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          audit_events: [
            { ...common, ...refused, operation: 'm2m-credentials:rename' },
            { ...common, ...done, operation: 'm2m-credentials:create' },
          ],
        },
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('shows a machine what it did itself, with null for what is not known', async () => {
      const { clientId } = await app.create();
      const token = app.machineToken(clientId);
      const unknown = randomUUID();
      await app.manage('DELETE', `/${unknown}`, { token });
      expect(await listEvents(app, { actor: clientId }, { token })).toMatchObject([
        {
          actor: { kind: 'machine', subject: clientId, client_id: clientId },
          operation: 'm2m-credentials:revoke',
          target: unknown,
          reason: 'not_found',
          second_factor_age_seconds: null,
        },
      ]);
    });

    it('shows only events of the token’s organization (spec 5.2.7)', async () => {
      const [ours, theirs] = [ownOrg(), ownOrg()];
      const { id } = await app.create({}, { token: app.personToken(theirs) });
      expect(await listEvents(app, {}, { token: app.personToken(ours) })).toEqual([]);
      expect(await listEvents(app, { target: id }, { token: app.personToken(ours) })).toEqual([]);
      expect(await listEvents(app, { target: id }, { token: app.personToken(theirs) })).toHaveLength(1);
    });

    it('shows no event of a caller without an organization', async () => {
      const headers = { 'x-request-id': randomUUID() };
      const token = app.personToken({ org_id: undefined });
      expect((await app.manage('POST', '', { token, headers, body: {} })).status).toBe(403);
      expect(
        await app.sql('SELECT FROM audit_trail WHERE request_id = $1', [headers['x-request-id']]),
      ).toHaveLength(1);
      const listed = await listEvents(app, { outcome: 'refused' });
      expect(listed.map((event) => event.request_id)).not.toContain(headers['x-request-id']);
    });

    it('has only the events that match every condition', async () => {
      const org = ownOrg();
      const [token, other] = [app.personToken(org), app.personToken({ ...org, sub: 'person-2' })];
      const { id } = await app.create({}, { token });
      const { id: theirs } = await app.create({}, { token: other });
      await app.manage('PATCH', `/${id}`, { token: other, body: { name: 'Renamed' } });
      await app.manage('PATCH', `/${id}`, { token: other, body: {} });
      const everything = await listEvents(app, {}, { token });
      const operationsOf = async (query: Record<string, string>): Promise<string[]> =>
        (await listEvents(app, query, { token })).map(
          ({ operation, outcome }) => `${operation.slice('m2m-credentials:'.length)} ${outcome}`,
        );
      expect(await operationsOf({})).toEqual(['rename refused', 'rename done', 'create done', 'create done']);
      expect(await operationsOf({ actor: 'person-1' })).toEqual(['create done']);
      expect(await operationsOf({ operation: 'm2m-credentials:rename' })).toHaveLength(2);
      expect(await operationsOf({ target: theirs })).toEqual(['create done']);
      expect(await operationsOf({ outcome: 'refused' })).toEqual(['rename refused']);
      expect(await operationsOf({ actor: 'person-2', target: id, outcome: 'done' })).toEqual(['rename done']);
      expect(await operationsOf({ actor: '', operation: '', target: '', from: '' })).toHaveLength(4);
      const [newest] = everything;
      const to = newest?.created_at ?? '';
      expect((await listEvents(app, { to }, { token })).map((event) => event.id)).not.toContain(newest?.id);
      expect((await listEvents(app, { from: to }, { token })).map((event) => event.id)).toContain(newest?.id);
      expect(await listEvents(app, { from: '9999-12-31T23:59:59Z' }, { token })).toEqual([]);
      expect(await listEvents(app, { to: '0000-01-01T00:00:00Z' }, { token })).toEqual([]);
    });

    it('has pages of 100, and neither skips nor repeats an event when others are added', async () => {
      const org = ownOrg();
      const token = app.personToken(org);
      await insertEvents(app, 230, org.org_id);
      const requestIds: unknown[] = [];
      const sizes: number[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const { body } = await app.ask('GET', auditPath(cursor === '' ? {} : { cursor }), { token });
        const events = body.audit_events as { readonly request_id: string }[];
        requestIds.push(...events.map((event) => event.request_id));
        sizes.push(events.length);
        cursor = body.next_cursor as string | undefined;
        await app.create({}, { token });
      }
      expect(sizes).toEqual([100, 100, 30]);
      expect(requestIds).toEqual(Array.from({ length: 230 }, (_, n) => `request-${n + 1}`));
      const page = await app.ask('GET', auditPath({ limit: '2', actor: 'person-3' }), { token });
      const cursor = String(page.body.next_cursor);
      const next = await listEvents(app, { limit: '1', actor: 'person-3', cursor }, { token });
      expect(next.map((event) => event.request_id)).toEqual(['request-17']);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    beforeAll(async () => {
      await insertEvents(app, 2);
    });

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }
    const longId = (name: string, longest: number): string =>
      `${name} must have at most ${longest} characters, none of them a control character`;

    it.each([
      ['limit=0', 'limit must be an integer from 1 to 200'],
      ['limit=201', 'limit must be an integer from 1 to 200'],
      ['cursor=AQ', cursorRefused],
      [`actor=${'a'.repeat(256)}`, longId('actor', 255)],
      ['actor=%00', longId('actor', 255)],
      ['actor=a&actor=b', 'actor must be given once'],
      ['operation=m2m-credentials:', 'operation must be the name of a recorded operation'],
      ['operation=constructor', 'operation must be the name of a recorded operation'],
      [`target=${'t'.repeat(129)}`, longId('target', 128)],
      ['target=a%0Ab', longId('target', 128)],
      ['outcome=DONE', 'outcome must be done, refused or abandoned'],
      ['outcome=done&outcome=refused', 'outcome must be given once'],
      ['from=2026-11-20', 'from must be an RFC 3339 timestamp'],
      ['from=1763640000', 'from must be an RFC 3339 timestamp'],
      ['to=2026-02-30T12:00:00Z', 'to must be an RFC 3339 timestamp'],
      ['to=2026-11-20T12:00:00', 'to must be an RFC 3339 timestamp'],
    ])('refuses %s', async (query, text) => {
      refused(await app.ask('GET', `${auditPath()}?${query}`), text);
    });

    it('refuses the cursor of another organization and of another list § 10.5b', async () => {
      const { body } = await app.ask('GET', auditPath({ limit: '1' }));
      const cursor = String(body.next_cursor);
      const token = app.personToken({ org_id: 'org_other' });
      refused(await app.ask('GET', auditPath({ cursor }), { token }), cursorRefused);
      refused(await app.ask('GET', `${credentialsPath}?cursor=${cursor}`), cursorRefused);
      await app.create();
      await app.create();
      const credentials = await app.manage('GET', '?limit=1');
      refused(
        await app.ask('GET', auditPath({ cursor: String(credentials.body.next_cursor) })),
        cursorRefused,
      );
      expect((await app.ask('GET', auditPath({ cursor }))).status).toBe(200);
    });

    it('checks the permission before the conditions', async () => {
      const token = app.personToken({ permissions: [] });
      expect((await app.ask('GET', auditPath({ limit: '0', from: 'x' }), { token })).status).toBe(403);
    });
  });
});
