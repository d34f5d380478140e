import { given } from '@governance/testing';
import { ageSession, beginSession } from './support/change-payload';
import { ConsoleVisitor } from './support/console';
import { addPerson, freshCode, signIn, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

const header = ({ html }: { readonly html: string }): string => html.split('<main', 1)[0] ?? '';
const button = 'Switch<span class="unseen"> organization</span>';

/** The shipped console and the embedded provider: for whom a person acts. */
describe('the organization of the console', () => {
  const app = given(sharedConsole);
  let visitor: ConsoleVisitor;
  beforeEach(() => {
    visitor = new ConsoleVisitor(app);
  });

  /** Signs in to one of several. */
  async function enter(person: TestPerson, organization: string): Promise<void> {
    const { location } = await visitor.get('/console/sign-in');
    await beginSession(app.identity, person, visitor.provider);
    expect((await visitor.provider.open(location)).heading).toBe('Choose an organization');
    await choose(organization);
  }

  async function choose(organization: string): Promise<void> {
    const { url } = await visitor.provider.submit('/organization', { organization });
    expect((await visitor.get(url.pathname + url.search)).location).toBe(`${app.url}/console`);
  }

  it('is in the header by its name, and the only one cannot be switched', async () => {
    await visitor.signIn(await addPerson(app.identity, { places: [['org_only', 'viewer']] }));
    const page = await visitor.get('/console');
    expect(header(page)).toContain('<bdi>Organization org_only</bdi>');
    expect(header(page)).not.toContain(button);
    expect(header(page)).toContain(`<a href="${app.identity.issuer}/account">Account</a>`);
  });

  it('is switched in the header without a new sign-in, and the earlier session is over', async () => {
    const places = [
      ['org_first', 'account-admin'],
      ['org_second', 'viewer'],
    ] as const;
    await enter(await addPerson(app.identity, { places }), 'org_first');
    const first = await visitor.get('/console');
    expect(header(first)).toContain('<bdi>Organization org_first</bdi>');
    expect(header(first)).toContain(button);
    const before = new Map(visitor.cookies);

    const sent = await visitor.post('/console/organization', { token: await visitor.formToken() });
    expect((await visitor.provider.open(sent.location)).heading).toBe('Choose an organization');
    await choose('org_second');
    const second = await visitor.get('/console');
    expect(header(second)).toContain('<bdi>Organization org_second</bdi>');
    expect((await visitor.get('/console/members')).status).toBe(403);

    for (const [name, value] of before) visitor.cookies.set(name, value);
    expect((await visitor.get('/console')).status).toBe(303);
  });

  it('stays the same in a step-up, which asks for no organization', async () => {
    const places = [
      ['org_calm', 'viewer'],
      ['org_strict', 'account-admin'],
    ] as const;
    const person = await addPerson(app.identity, { places, mfaMaxAge: 300, app: true });
    await enter(person, 'org_strict');
    const { provider } = visitor;
    await ageSession(app.identity, provider.cookies.get('session')?.value ?? '');
    const aged = await provider.open((await visitor.get('/console/sign-in')).location);
    await visitor.get(aged.url.pathname + aged.url.search);
    const form = { type: 'client_secret', name: 'Stepped up', permissions: 'm2m:credentials:read' };
    const token = await visitor.formToken();
    const sent = await visitor.post('/console/credentials', { ...form, valid_days: '90', token });
    expect((await provider.open(sent.location)).heading).toBe('Enter your code');
    const confirmed = await provider.submit('/code', { code: await freshCode(person) });
    const { url } = confirmed.heading === '' ? confirmed : await provider.submit('/consent');
    const { location } = await visitor.get(url.pathname + url.search);
    expect(location).toBe(`${app.url}/console/continue`);
    const kept = await visitor.get('/console/continue');
    expect(kept.html).toContain('name="name" value="Stepped up"');
    expect(header(await visitor.get('/console'))).toContain('<bdi>Organization org_strict</bdi>');
  });

  it('is switched by a form of the console only', async () => {
    await visitor.signIn(await addPerson(app.identity));
    expect((await visitor.post('/console/organization', {})).status).toBe(403);
    expect((await visitor.get('/console/organization')).status).toBe(405);
  });

  it('is one link away from the account page', async () => {
    const person = await addPerson(app.identity, { places: [['org_linked', 'viewer']] });
    const { provider } = visitor;
    await provider.open('/account');
    await signIn(provider, person);
    expect((await provider.open('/account')).html).toContain(
      `<a href="${app.url}/console">Open the console</a>`,
    );
  });
});
