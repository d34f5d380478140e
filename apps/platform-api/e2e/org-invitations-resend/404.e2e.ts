import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, resend, stateOf, unknownInvitation } from '../support/invitations';

/** The visible part of a response, without its date and request id. */
function seen({ status, headers, text }: HttpAnswer): object {
  const ignored = ['date', 'x-request-id'];
  return { status, text, headers: [...headers].filter(([name]) => !ignored.includes(name)) };
}

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 404, identical to the byte, for every id that the organization does not have', async () => {
    const token = app.personToken({ org_id: 'org_globex' });
    const foreign = await invitedId(app, {}, { token });
    const pinned = await invitedId(app, { email: 'admin@example.com', role: 'account-admin' }, { token });
    const before = await stateOf(app);
    const ids = [
      foreign,
      pinned,
      foreign.toUpperCase(),
      randomUUID(),
      '42',
      'a'.repeat(300),
      '%27',
      '%zz',
      '..%2F',
    ];
    const answers = [];
    for (const id of ids) answers.push(seen(await resend(app, id)));
    expect(answers[0]).toMatchObject({ status: 404, text: JSON.stringify(unknownInvitation) });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await stateOf(app)).toEqual(before);
  });
});
