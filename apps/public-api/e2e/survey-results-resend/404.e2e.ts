import { randomUUID } from 'node:crypto';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';

describe('POST /api/survey-results/{id}/resend', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp({ settings: { RESEND_LIMIT: 1_000 } });
  });
  afterAll(() => app.close());

  const unknown = { status: 404, body: { error: 'there is no survey result with this id' } };
  const noAddress = { status: 404, body: { error: 'no email address is recorded for this survey result' } };

  it('answers 404 for an unknown id', async () => {
    expect(await resend(app, randomUUID())).toMatchObject(unknown);
  });

  it.each(['1', 'not-a-uuid', `${randomUUID()}0`, '%27%20OR%20true--', '%00', 'constructor'])(
    'answers 404 for the id %s',
    async (id) => {
      expect(await resend(app, id)).toMatchObject(unknown);
    },
  );

  it('answers 404 with its own text for a result without an address', async () => {
    const { id } = await submit(app, { notes: 'no mail wanted' });
    expect(await resend(app, id)).toMatchObject(noAddress);
  });

  it('answers 404 with the same text after the address is erased', async () => {
    const { id } = await submit(app, personal);
    await app.sql(
      'UPDATE survey_results SET submitter_email = NULL, submitter_email_mac = NULL WHERE id = $1',
      [id],
    );
    expect(await resend(app, id)).toMatchObject(noAddress);
  });

  it('queues nothing when it answers 404', async () => {
    expect(await app.sql(`SELECT id FROM deliveries WHERE kind = 'resend'`)).toEqual([]);
  });
});
