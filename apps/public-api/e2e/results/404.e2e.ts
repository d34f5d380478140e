import { askWrongly, comparable, holdersOnly, wrongCapabilities } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe.each(['', '/delivery'])('GET /api/results/{capability}%s', (below) => {
  let app: PublicApp;
  let other: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
    other = await startPublicApp();
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  it('answers 404 for everything but a capability of ours, always the same', async () => {
    const foreign = await submit(other);
    const wrong = wrongCapabilities(await submit(app));
    const foreignCapability = new URL(String(foreign.resultUrl)).pathname.split('/').at(-1) ?? '';
    const answers = await Promise.all(
      [...wrong, foreignCapability].map((capability) => askWrongly(app, capability, below)),
    );
    const [first] = answers;
    expect(first).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
    expect(Object.fromEntries(first?.headers ?? [])).toMatchObject(holdersOnly);
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] ?? answer));
  });
});
