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
});
