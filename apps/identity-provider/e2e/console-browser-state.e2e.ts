import { type ConsoleApp, ConsoleVisitor, startConsole } from './support/console';
import { addPerson, type TestPerson } from './support/people';

describe('what a browser keeps of the console', () => {
  let app: ConsoleApp;
  let person: TestPerson;
  let visitor: ConsoleVisitor;

  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await addPerson(app.identity);
    visitor = new ConsoleVisitor(app);
  });

  it('is the latest of many begun sign-ins, so that requests stay small', async () => {
    for (let begun = 0; begun < 60; begun += 1)
      expect((await visitor.get('/console/sign-in')).status).toBe(303);
    const signIns = [...visitor.cookies.keys()].filter((name) => name.startsWith('console-sign-in-'));
    expect(signIns).toHaveLength(5);
    expect((await visitor.signIn(person)).status).toBe(303);
    expect((await visitor.get('/console')).status).toBe(200);
  });

  it('is no page and no cookie after the sign-out, here and at the provider', async () => {
    await visitor.signIn(person);
    const answer = await visitor.post('/console/sign-out', { token: await visitor.formToken() });
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect([...visitor.cookies.keys()]).toEqual([]);
    // The session at the provider is still known, so that it can be ended.
    expect((await visitor.provider.open(answer.location)).text).toContain('Sign out');
    const form = visitor.provider.formTo('/session/end/confirm');
    const confirmed = await fetch(new URL(form.action, app.identity.issuer), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...visitor.provider.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
      },
      body: new URLSearchParams({ ...form.fields, logout: 'yes' }),
    });
    expect(confirmed.headers.get('location')).toBe(`${app.url}/console/signed-out`);
    expect(confirmed.headers.get('clear-site-data')).toBe('"cache"');
    expect(confirmed.headers.getSetCookie().join()).toMatch(/(?:^|,)session=;/);
  });

  it('is no answer to a path that does not exist', async () => {
    const { status, headers } = await visitor.get('/console/nothing');
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
