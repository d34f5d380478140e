import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { newOrganization } from '../support/credentials-app';
import { startReconciler, untilSettled } from '../support/reconciler';

describe('PATCH /iam/m2m-credentials/{credentialId}', () => {
  describe('200', () => {
    const app = given(newOrganization);

    async function entryOf(id: string): Promise<unknown> {
      const { body } = await app.manage('GET', '');
      return (body.credentials as Record<string, unknown>[]).find((entry) => entry.id === id);
    }

    it('answers 200 with the renamed list entry, and changes nothing else § 1.4a 2.9ab 2.9o 4.2aw 4.2ax 4.2ay', async () => {
      const { id, clientId, secret } = await app.create({ name: 'Before' });
      const before = await entryOf(id);
      const { status, headers, body } = await app.manage('PATCH', `/${id}`, { body: { name: ' After ' } });
      expect(status).toBe(200);
      expect(body).toEqual({ ...(before as object), name: 'After' });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await entryOf(id)).toEqual(body);
      expect(await app.provider.accepts(clientId, secret)).toBe(true);
    });

    it('changes and clears the description, with the name or without', async () => {
      const { id } = await app.create({ name: 'Before', description: 'Runs at night' });
      for (const [body, name, description] of [
        [{ name: 'After' }, 'After', 'Runs at night'],
        [{ description: ' Runs at noon ' }, 'After', 'Runs at noon'],
        [{ name: 'Both', description: 'ü'.repeat(200) }, 'Both', 'ü'.repeat(200)],
        [{ name: null, description: 'No name' }, 'Both', 'No name'],
        [{ description: null }, 'Both', null],
        [{ name: 'Last', description: '' }, 'Last', null],
        [{ name: 'Last', description: ' ' }, 'Last', null],
      ] as const) {
        const answer = await app.manage('PATCH', `/${id}`, { body });
        expect(answer).toMatchObject({ status: 200, body: { name, description } });
        expect(await entryOf(id)).toEqual(answer.body);
      }
    });

    it('answers 200 again to the same name, and to an id in upper case', async () => {
      const { id } = await app.create();
      for (const spelled of [id, id, id.toUpperCase()]) {
        const { status, body } = await app.manage('PATCH', `/${spelled}`, { body: { name: 'Same' } });
        expect([status, body.id, body.name]).toEqual([200, id, 'Same']);
      }
    });

    it('answers 200 while the identity provider is unavailable, and updates it later', async () => {
      const { id } = await app.create();
      const revision = (await app.provider.findClient(id))?.revision;
      app.provider.wire.isDown = true;
      const { status, body } = await app.manage('PATCH', `/${id}`, { body: { name: 'Later' } });
      app.provider.wire.isDown = false;
      expect([status, body.name]).toEqual([200, 'Later']);

      const reconciler = await startReconciler(app);
      await untilSettled(app);
      await reconciler.close();
      expect((await app.provider.findClient(id))?.revision).not.toBe(revision);
      expect(await entryOf(id)).toMatchObject({ name: 'Later' });
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let id: string;
    beforeAll(async () => {
      ({ id } = await app.create({ name: 'Before' }));
    });
    afterEach(async () => {
      expect(await app.sql('SELECT name FROM m2m_credentials')).toEqual([{ name: 'Before' }]);
    });

    async function refusal(body: unknown): Promise<string> {
      // The body is checked before the existence of the credential.
      const answers = [
        await app.manage('PATCH', `/${id}`, { body }),
        await app.manage('PATCH', `/${randomUUID()}`, { body }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      return String(answers[0]?.body.error_description);
    }

    it.each(['{', '[]', '7', 'null'])('refuses the body %p § 4.2ba 7.2b', async (body) => {
      expect(await refusal(body)).toMatch(/^the request body /);
    });

    it('refuses a request without a body', async () => {
      expect((await app.manage('PATCH', `/${id}`)).status).toBe(400);
    });

    it.each([undefined, null, '', ' ', 'x'.repeat(101), 'a\tb', 'a\u0000b', '\udc00'])(
      'refuses the name %j § 2.9ab 4.2ba',
      async (name) => {
        expect(await refusal({ name })).toMatch(/^name must /);
      },
    );

    it('refuses a name that is not a string', async () => {
      for (const name of [7, true, [], {}]) expect(await refusal({ name })).toBe('name must be a string');
    });

    it.each([7, true, [], {}, 'x'.repeat(201), 'a\tb', 'a\u0000b', '\udc00'])(
      'refuses the description %j',
      async (description) => {
        expect(await refusal({ description })).toMatch(/^description must /);
        expect(await refusal({ name: 'After', description })).toMatch(/^description must /);
      },
    );

    it.each(['client_id', 'type', 'public_key', 'expires_at', 'Name'])(
      'refuses the unknown member %s § 2.9ab 4.2ax',
      async (member) => {
        expect(await refusal({ name: 'After', [member]: 'x' })).toBe(
          `${member} is not a member of this request`,
        );
      },
    );
  });

  describe('409', () => {
    const app = given(newOrganization);

    it('answers 409 while another change is in progress, and changes nothing', async () => {
      const { id } = await app.create({ name: 'Before' });
      const held = app.provider.wire.hold();
      const rotation = app.manage('POST', `/${id}/rotate-secret`);
      await held.reached;
      const { status, body } = await app.manage('PATCH', `/${id}`, { body: { name: 'After' } });
      expect({ status, body }).toEqual({
        status: 409,
        body: {
          error: 'conflict',
          error_description: 'another change of this credential is not finished, try again in a moment',
        },
      });
      held.release();
      expect((await rotation).body.name).toBe('Before');
      expect((await app.manage('PATCH', `/${id}`, { body: { name: 'After' } })).status).toBe(200);
    });
  });
});
