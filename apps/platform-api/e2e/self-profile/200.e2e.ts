import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { claimsNamespace as ns } from '../support/platform-app';

const path = '/self/profile';

describe('the profile', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  let people = 0;
  function person(claims: Record<string, unknown> = {}): string {
    people += 1;
    return app.personToken({ sub: `person|${people}`, ...claims });
  }

  const nothingSaid = { display_name: null, phone_number: null, marketing_opt_in: false, updated_at: null };

  it('answers 200 with the claims of the token, and empty values for a new user', async () => {
    const claims = {
      [`${ns}email`]: 'viewer@example.com',
      [`${ns}email_verified`]: true,
      [`${ns}name`]: 'Viewer',
    };
    const { status, headers, body } = await app.ask('GET', path, {
      token: person({ ...claims, sub: 'ada' }),
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { sub: 'ada', email: 'viewer@example.com', email_verified: true, name: 'Viewer', ...nothingSaid },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers 200 to a change with the whole profile, and stores it', async () => {
    const token = person();
    const said = { display_name: ' Łucja ', phone_number: '+41446681800', marketing_opt_in: true };
    const { status, body } = await app.ask('PATCH', path, { token, body: said });
    const kept = { ...said, display_name: 'Łucja', updated_at: expect.stringMatching(/T.*Z$/) as string };
    expect(status).toBe(200);
    expect(body).toMatchObject(kept);
    expect((await app.ask('GET', path, { token })).body).toEqual(body);
  });

  it('changes only the given members; null clears, and {} changes nothing', async () => {
    const token = person();
    const all = { display_name: 'A', phone_number: '+41446681800', marketing_opt_in: true };
    await app.ask('PATCH', path, { token, body: all });
    const cleared = await app.ask('PATCH', path, { token, body: { phone_number: null } });
    expect(cleared.body).toMatchObject({ display_name: 'A', phone_number: null, marketing_opt_in: true });
    const same = await app.ask('PATCH', path, { token, body: {} });
    expect({ status: same.status, body: same.body }).toEqual({ status: 200, body: cleared.body });
  });

  it('belongs to the user in every organization, and to no other user', async () => {
    const sub = 'of-two-organizations';
    await app.ask('PATCH', path, { token: person({ sub }), body: { display_name: 'Mine' } });
    for (const org_id of ['org_globex', undefined]) {
      const { body } = await app.ask('GET', path, { token: person({ sub, org_id }) });
      expect(body).toMatchObject({ display_name: 'Mine' });
    }
    expect((await app.ask('GET', path, { token: person() })).body).toMatchObject(nothingSaid);
  });

  it('stores name and number sealed', async () => {
    await app.ask('PATCH', path, {
      token: person(),
      body: { display_name: 'Hidden', phone_number: '+442071838750' },
    });
    const dump = JSON.stringify(await app.sql('SELECT profiles::text AS row FROM profiles'));
    for (const text of ['Hidden', '442071838750']) {
      expect(dump).not.toContain(text);
      expect(dump).not.toContain(Buffer.from(text).toString('hex'));
    }
  });
});
