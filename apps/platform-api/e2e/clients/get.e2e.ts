import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';

describe('GET /org/clients/{clientId}', () => {
  const app = given(newOrganization);

  it('answers 200 with the entry of the list, by its id in any case § 10.18f', async () => {
    const id = await createClient(app);
    const { status, headers, body } = await app.ask('GET', `${clientsPath}/${id.toUpperCase()}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const list = await app.ask('GET', clientsPath);
    expect(list.body.clients).toEqual([body]);
  });

  it('answers 404, identical to the byte, for one of another organization and an unknown one § 10.18j 10.18ae', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const foreign = await createClient(app, {}, { token });
    const answers = new Set<string>();
    for (const id of [foreign, randomUUID(), 'not-an-id', 'a'.repeat(300), '%27', '%00', '%zz']) {
      const { status, headers, text } = await app.ask('GET', `${clientsPath}/${id}`);
      const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      answers.add(JSON.stringify([status, shown, text]));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no client with this id/)]);
  });
});
