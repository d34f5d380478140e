import { PlatformClient } from '@governance/client';
import { FormRefused } from '../form-problem';
import { namedClients, namesIn } from './named-clients';

describe('the clients that a person names', () => {
  it.each([
    ['lines', 'CW-1\n\n CW-2 \n', ['CW-1', 'CW-2']],
    ['the first column of a table', 'CW-1;Globex\nCW-2;Hooli', ['CW-1', 'CW-2']],
    ['the column of the reference', 'name,Reference\nGlobex,CW-1\nHooli,\n', ['CW-1']],
    ['the column of the id, as in an export', 'id,name,reference\na,Globex,CW-1', ['a']],
  ])('are those of %s', (_, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  const pages = [
    {
      clients: [
        { id: 'a', reference: 'CW-1' },
        { id: 'b', reference: null },
      ],
      next_cursor: 'next',
    },
    { clients: [{ id: 'c', reference: 'CW-3' }] },
  ];

  function client(): { platform: PlatformClient; asked: () => number } {
    let asked = 0;
    const platform = new PlatformClient({
      baseUrl: 'https://api.example.org',
      tokens: { token: () => Promise.resolve('token') },
      fetch: () => {
        const page = pages[asked];
        asked += 1;
        return Promise.resolve(Response.json(page));
      },
    });
    return { platform, asked: () => asked };
  }

  it('are found by reference and id, without reading more than it takes', async () => {
    const one = client();
    expect(await namedClients(one.platform, 'CW-1\nb\nCW-1')).toEqual(['a', 'b']);
    expect(one.asked()).toBe(1);
    const other = client();
    expect(await namedClients(other.platform, 'CW-3\na')).toEqual(['a', 'c']);
  });

  it.each([
    ['CW-9\nCW-1', 'No client has the reference “CW-9”.'],
    ['1\n2\n3\n4\n5\n6\n7', '“5” and 2 others.'],
    ['', 'Enter a reference in each line'],
    ['"', 'quotation mark at one end only'],
  ])('are refused as %j', async (text, said) => {
    const refused = await namedClients(client().platform, text).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FormRefused);
    expect((refused as FormRefused).problem).toMatchObject({
      errors: [{ field: 'named', text: expect.stringContaining(said) as unknown }],
    });
  });
});
