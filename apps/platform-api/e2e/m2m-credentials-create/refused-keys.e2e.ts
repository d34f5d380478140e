import { makeKeyPair, refusedKeys } from '@governance/iam/spec';
import { certificateThatHasEnded } from '../support/ended-certificate';
import { keepLog } from '../support/kept-log';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const keys = Object.entries(refusedKeys).flatMap(([, texts]) => Object.entries(texts));

/** Pieces of a text, to find it in any storage. */
function piecesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'));
}

describe('a key that must not be registered', () => {
  let app: CredentialsApp;
  let id: string;
  const log = keepLog();

  beforeAll(async () => {
    app = await startCredentialsApp({ logger: log.logger });
    ({ id } = await app.create({ type: 'public_key', public_key: makeKeyPair('ES256').publicPem }));
  });
  afterAll(() => app.close());

  async function expectRefused(text: string): Promise<void> {
    const answers = [
      await app.manage('POST', '', { body: { name: 'Key', type: 'public_key', public_key: text } }),
      await app.manage('POST', `/${id}/rotate-secret`, { body: { new_public_key: text } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toMatch(/^(?:new_)?public_key /);
      for (const piece of piecesOf(text)) expect(body.error_description).not.toContain(piece);
    }
  }

  it.each(keys)('is refused at creation and at rotation: %s', async (_what, text) => {
    await expectRefused(text);
  });

  it('is refused when its certificate has expired', async () => {
    await expectRefused(certificateThatHasEnded);
  });

  it('leaves no trace in the database, in the log, or at the provider', async () => {
    const tables = ['m2m_credentials', 'credential_intents', 'credential_creation_keys', 'audit_trail'];
    const rows = await Promise.all(tables.map((table) => app.sql(`SELECT * FROM ${table}`)));
    const kept = JSON.stringify(rows);
    expect(log.text()).toContain('/rotate-secret');
    for (const piece of keys.flatMap(([, text]) => piecesOf(text))) {
      expect(log.text()).not.toContain(piece);
      expect(kept).not.toContain(piece);
    }
    expect(app.provider.clientIds).toHaveLength(1);
    expect(await app.sql('SELECT id, last_rotated_at = created_at AS same FROM m2m_credentials')).toEqual([
      { id, same: true },
    ]);
  });
});
