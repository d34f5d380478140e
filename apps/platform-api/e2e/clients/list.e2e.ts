import { given, type HttpAnswer } from '@governance/testing';
import { type Tier } from '@governance/rubric';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';
import { attachedResult, withdraw } from '../support/org-results';
import { resultOf } from '../support/platform-app';

describe('GET /org/clients', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
    const list = async (query = '', token = app.personToken()): Promise<string[]> => {
      const { status, body } = await app.ask('GET', clientsPath + query, { token });
      expect(status).toBe(200);
      return (body.clients as { readonly name: string }[]).map(({ name }) => name);
    };

    it('answers 200 with the newest first, in pages of 100, or as many as requested § 10.18a', async () => {
      expect(await list()).toEqual([]);
      const names = ['One', 'Two', 'Three', 'Four', 'Five'];
      for (const [index, name] of names.entries()) {
        const id = await createClient(app, { name });
        const createdAt = new Date(Date.UTC(2026, 0, 1 + index));
        await app.sql('UPDATE org_clients SET created_at = $2 WHERE id = $1', [id, createdAt]);
      }
      expect(await list()).toEqual(names.toReversed());
      const pages: string[][] = [];
      for (let cursor = ''; pages.length === 0 || cursor !== '';) {
        const { body }: { body: Record<string, unknown> } = await app.ask(
          'GET',
          `${clientsPath}?limit=2&archived=false${cursor && `&cursor=${cursor}`}`,
        );
        pages.push((body.clients as { readonly name: string }[]).map(({ name }) => name));
        cursor = typeof body.next_cursor === 'string' ? body.next_cursor : '';
      }
      expect(pages).toEqual([['Five', 'Four'], ['Three', 'Two'], ['One']]);
    });

    it('filters by words, tag, owner and whether a client is archived § 10.18a', async () => {
      app.provider.members.put(app.orgId, { id: 'user_ada', role: 'viewer' });
      await createClient(app, { name: 'Zürich Café', tags: ['gold'], owner_id: 'user_ada' });
      await createClient(app, { name: 'Globex', contact_email: 'eva@zurich.example', archived: true });
      await createClient(app, {
        name: 'Hooli',
        reference: 'CW-1042',
        domain: 'hooli.example',
        tags: ['gold', 'eu'],
      });
      for (const [query, names] of [
        ['search=zurich', ['Globex', 'Zürich Café']],
        ['search=CAF%C3%89', ['Zürich Café']],
        ['search=eva%40zurich.example', ['Globex']],
        ['search=zuri', []],
        ['search=zurich+hooli', []],
        ['search=cw-1042', ['Hooli']],
        ['tag=GOLD', ['Hooli', 'Zürich Café']],
        ['tag=gold&search=hooli&archived=false', ['Hooli']],
        ['owner=user_ada', ['Zürich Café']],
        ['owner=user_eve', []],
        ['archived=true', ['Globex']],
        ['archived=false', ['Hooli', 'Zürich Café']],
        ['search=&tag=&owner=&archived=', ['Globex', 'Hooli', 'Zürich Café']],
        [`tag=${encodeURIComponent("' OR 1=1 --%_")}`, []],
      ] as const)
        expect([query, (await list(`?${query}`)).toSorted()]).toEqual([query, names]);
    });

    it('shows the latest result of each client, and filters by it § 10.18a', async () => {
      const [never, once, again] = [
        await createClient(app, { name: 'Never' }),
        await createClient(app, { name: 'Once' }),
        await createClient(app, { name: 'Again' }),
      ];
      const { outcome } = resultOf();
      const attach = (clientId: string, day: number, tier: Tier) =>
        attachedResult(app, {
          overrides: {
            createdAt: new Date(Date.UTC(2026, 0, day)),
            outcome: { ...outcome, tier, launchAllowed: tier === 'Ready' },
          },
          clientId,
        });
      await attach(once, 20, 'Ready');
      await attach(again, 10, 'Ready');
      const latest = await attach(again, 15, 'Critical');
      expect((await app.ask('GET', `${clientsPath}/${again}`)).body.latest_result).toEqual({
        id: latest.id,
        created_at: '2026-01-15T00:00:00.000Z',
        mode: 'client-on-behalf',
        overall_score: outcome.overallScore,
        tier: 'Critical',
        launch_allowed: false,
        renew_by: '2027-01-15T00:00:00.000Z',
      });
      expect((await app.ask('GET', `${clientsPath}/${never}`)).body.latest_result).toBeNull();
      for (const [query, names] of [
        ['tier=Ready', ['Once']],
        ['tier=Critical&launch_allowed=false', ['Again']],
        ['launch_allowed=true', ['Once']],
        ['renew_before=2027-01-16T00:00:00Z', ['Again']],
        ['renew_before=2027-01-15T00:00:00Z', []],
        ['assessed=false', ['Never']],
        ['assessed=true&search=once', ['Once']],
        ['tier=&launch_allowed=&renew_before=&assessed=', ['Again', 'Never', 'Once']],
      ] as const)
        expect([query, (await list(`?${query}`)).toSorted()]).toEqual([query, names]);
      await withdraw(app, latest.id);
      expect(await list('?tier=Ready')).toEqual(['Again', 'Once']);
    });

    it('shows only those of the token’s organization § 10.18ae', async () => {
      await createClient(app, { name: 'Ours' });
      const token = app.personToken({ org_id: 'org_other' });
      await createClient(app, { name: 'Secret client', tags: ['gold'] }, { token });
      for (const query of ['', '?archived=false']) expect(await list(query)).toEqual(['Ours']);
      for (const query of ['?search=secret', '?tag=gold']) expect(await list(query)).toEqual([]);
      expect(await list('?search=secret', token)).toEqual(['Secret client']);
    });

    it('answers 200 to a machine with the permission', async () => {
      await createClient(app, { name: 'Globex' });
      const { clientId } = await app.create();
      const token = app.machineToken(clientId, { permissions: ['org:clients:read'] });
      expect(await list('', token)).toEqual(['Globex']);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let cursor: string;
    beforeAll(async () => {
      await createClient(app);
      await createClient(app);
      cursor = String((await list('limit=1')).body.next_cursor);
    });

    function list(query: string, token = app.personToken()): Promise<HttpAnswer> {
      return app.ask('GET', `${clientsPath}?${query}`, { token });
    }

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }

    const searchRefused = 'search must have 1 to 8 words, in at most 200 characters';

    it.each([
      ['limit=0', 'limit must be an integer from 1 to 200'],
      ['search=-', searchRefused],
      [`search=${'a'.repeat(201)}`, searchRefused],
      ['search=a+b+c+d+e+f+g+h+i', searchRefused],
      ['search=a&search=b', 'search must be given once'],
      ['tag=a%00', 'tag must be a tag of a client'],
      [`tag=${'a'.repeat(41)}`, 'tag must be a tag of a client'],
      ['owner=a%20b', 'owner must be the id of a member of the organization'],
      ['archived=1', 'archived must be true or false'],
    ])('refuses %s § 10.18b', async (query, text) => {
      refused(await list(query), text);
    });

    it('refuses a cursor that is damaged, of another organization or of another list', async () => {
      const cursorRefused = 'cursor must be the next_cursor of a page of this list';
      for (const each of ['', 'x', cursor.slice(1), `${cursor}&cursor=${cursor}`])
        refused(await list(`cursor=${each}`), cursorRefused);
      refused(await list(`cursor=${cursor}`, app.personToken({ org_id: 'org_other' })), cursorRefused);
      refused(await app.ask('GET', `/org/results?cursor=${cursor}`), cursorRefused);
      expect((await list(`cursor=${cursor}`)).status).toBe(200);
    });
  });
});
