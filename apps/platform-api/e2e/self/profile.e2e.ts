import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { claimsNamespace as ns } from '../support/platform-app';

const path = '/self/profile';

const nameLength = 'display_name must have 1 to 100 characters';

const hidden = 'display_name must have no control, text-direction or other invisible characters';

const number = 'phone_number must be a valid number in E.164 form, such as +41446681800';

const refused: readonly [unknown, string][] = [
  [{ display_name: '' }, nameLength],
  [{ display_name: '   ' }, nameLength],
  [{ display_name: 'x'.repeat(101) }, nameLength],
  [{ display_name: 'a\u0007b' }, hidden],
  [{ display_name: '\u3164' }, hidden],
  [{ display_name: '\u200b' }, hidden],
  [{ display_name: 'Ada \u202eecalevoL' }, hidden],
  [{ display_name: 'a\u0000b' }, 'display_name must be well-formed text without NUL characters'],
  [{ display_name: 7 }, 'display_name must be a string'],
  [{ phone_number: '' }, number],
  [{ phone_number: '0446681800' }, number],
  [{ phone_number: '+41 44 668 18 00' }, number],
  [{ phone_number: 41446681800 }, 'phone_number must be a string'],
  [{ marketing_opt_in: 'true' }, 'marketing_opt_in must be true or false'],
  [{ marketing_opt_in: null }, 'marketing_opt_in must be true or false'],
  [{ email: 'other@example.com' }, 'email is not a member of this request'],
  [{ sub: 'other' }, 'sub is not a member of this request'],
  [{ displayName: 'A' }, 'displayName is not a member of this request'],
  ['[]', 'the request body must be a JSON object'],
  ['{', 'the request body is not valid JSON'],
];

describe('the profile', () => {
  const app = given(newOrganization);
  let people = 0;

  function person(claims: Record<string, unknown> = {}): string {
    people += 1;
    return app.personToken({ sub: `person|${people}`, ...claims });
  }
  const nothingSaid = { display_name: null, phone_number: null, marketing_opt_in: false, updated_at: null };

  it('answers 200 with the claims of the token, and empty values for a new user § 1.4g 4.2i', async () => {
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

  it('answers 200 to a change with the whole profile, and stores it § 1.4g 2.8a 2.8b 2.8c 4.2o', async () => {
    const token = person();
    const said = { display_name: ' Łucja ', phone_number: '+41446681800', marketing_opt_in: true };
    const { status, body } = await app.ask('PATCH', path, { token, body: said });
    const kept = { ...said, display_name: 'Łucja', updated_at: expect.stringMatching(/T.*Z$/) as string };
    expect(status).toBe(200);
    expect(body).toMatchObject(kept);
    expect((await app.ask('GET', path, { token })).body).toEqual(body);
  });

  it('changes only the given members; null clears, and {} changes nothing § 4.2p', async () => {
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

describe('PATCH /self/profile with a body that breaks a rule', () => {
  const app = given(newOrganization);

  it.each(refused)(
    'answers 400 to %j, and changes nothing § 2.8a 2.8b 2.8c 4.2p 4.2r 7.2b',
    async (body, text) => {
      const { status, body: error } = await app.ask('PATCH', path, { body });
      expect({ status, body: error }).toEqual({
        status: 400,
        body: { error: 'invalid_request', error_description: text },
      });
      expect(await app.sql('SELECT 1 FROM profiles')).toEqual([]);
    },
  );
});

describe('/self/profile without its permission', () => {
  const app = given(newOrganization);

  it.each([
    ['GET', 'self:profile:read', 'self:profile:write'],
    ['PATCH', 'self:profile:write', 'self:profile:read'],
  ])('answers 403 to %s without %s', async (method, missing, other) => {
    const token = app.personToken({ permissions: [other] });
    const { status, body } = await app.ask(method, path, { token, ...(method === 'PATCH' && { body: {} }) });
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        error: 'insufficient_permissions',
        error_description: `the access token lacks the permission ${missing}`,
      },
    });
  });

  it('answers 403 to a machine with any permissions: only users have profiles', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['self:profile:read', 'self:profile:write'] });
    expect((await app.ask('GET', path, { token })).status).toBe(403);
    expect((await app.ask('PATCH', path, { token, body: { display_name: 'M' } })).status).toBe(403);
  });
});
