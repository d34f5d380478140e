import { type ConsoleApp, ConsoleVisitor, sessionsOf, startConsole } from './support/console';
import { addPerson, type TestPerson } from './support/people';

// docs/operations.md, "A lost keyring"
describe('a session of the console that a lost keyring has encrypted', () => {
  let app: ConsoleApp;
  let person: TestPerson;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await addPerson(app.identity);
  });

  it('counts as none, and the person signs in again', async () => {
    const visitor = new ConsoleVisitor(app);
    await visitor.signIn(person);
    // Bytes 1 to 4 are the version of the key.
    await app.identity.stores.sql(
      `UPDATE console_sessions SET tokens = set_byte(tokens, 4, 9), details = set_byte(details, 4, 9)
       WHERE subject = $1`,
      [person.userId],
    );
    const { status, location } = await visitor.get('/console');
    expect([status, location]).toEqual([303, `${app.url}/console/sign-in?return_to=%2Fconsole`]);
    expect((await visitor.signIn(person)).status).toBe(303);
    const { html } = await visitor.get('/console/sessions');
    expect(html.match(/Last used/g)).toHaveLength(1);
    const token = await visitor.formToken('/console/sessions');
    expect((await visitor.post('/console/sessions/end-others', { token })).status).toBe(303);
    expect(await sessionsOf(app, person)).toHaveLength(1);
  });
});
