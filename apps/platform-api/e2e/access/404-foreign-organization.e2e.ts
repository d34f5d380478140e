import { makeKeyPair } from '@governance/iam/spec';
import { type HttpAnswer, opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Created, startCredentialsApp } from '../support/credentials-app';
import { guardedOperations } from '../support/guarded-operations';

const onCredentials = guardedOperations.filter(({ name }) => name.includes('{credentialId}'));
const bodies = [undefined, { name: 'After' }, { new_public_key: makeKeyPair('ES256').publicPem }];

/** The visible part of a response, without its date and request id. */
function seen({ status, headers, text }: HttpAnswer): object {
  const ignored = ['date', 'x-request-id'];
  return { status, text, headers: [...headers].filter(([name]) => !ignored.includes(name)) };
}

describe('an operation on a credential of another organization', () => {
  const app = opened(startCredentialsApp);
  let foreign: Created;
  let revoked: Created;
  beforeAll(async () => {
    foreign = await app.create({}, { token: app.personToken({ org_id: 'org_other' }) });
    revoked = await app.create();
    await app.manage('DELETE', `/${revoked.id}`);
  });

  it.each(onCredentials)(
    'answers 404, identical to the byte for every kind of id: $name § 4.2ae 5.2.7b V8.4.1',
    async ({ method, path }) => {
      const body = bodies.find((each) => (method === 'PATCH' ? each && 'name' in each : true));
      const ids = [
        foreign.id,
        revoked.id,
        randomUUID(),
        '42',
        foreign.id.toUpperCase(),
        'a'.repeat(300),
        '%27',
        '..%2F',
      ];
      const answers = [];
      for (const id of ids) {
        answers.push(seen(await app.ask(method, path.replace(/[0-9a-f-]{36}/, id), { body })));
      }
      expect(answers[0]).toMatchObject({
        status: 404,
        text: JSON.stringify({
          error: 'not_found',
          error_description: 'there is no credential with this id',
        }),
      });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    },
  );

  it('answers 404 to a rotation before it checks a body that fits only some credentials', async () => {
    for (const id of [foreign.id, randomUUID()]) {
      for (const body of bodies.filter((each) => !(each && 'name' in each))) {
        expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(404);
      }
    }
  });

  it('does not change the other organization’s credential § 5.2.7b', async () => {
    expect(await app.provider.accepts(foreign.clientId, foreign.secret)).toBe(true);
    const rows = await app.sql(
      'SELECT name, state, last_rotated_at = created_at AS same FROM m2m_credentials WHERE id = $1',
      [foreign.id],
    );
    expect(rows).toEqual([{ name: 'Nightly export', state: 'active', same: true }]);
  });
});
