import { requiresTls } from '@governance/config';
import { complete, mail } from '../spec/complete-settings';
import { readWorkerSettings, type WorkerSettings } from './config';
import { persistenceOf, workerPersistenceOf } from './program-settings';

describe('the database', () => {
  it('accepts only the role of the program in production', () => {
    const { DATABASE_URL, KEYRING_FILE } = complete;
    const bound = (['development', 'staging', 'production'] as const).map(
      (ENVIRONMENT) =>
        persistenceOf({ DATABASE_URL, KEYRING_FILE, ENVIRONMENT }, 'governance_platform_api').requireRole,
    );
    expect(bound).toEqual([false, false, true]);
  });
});

describe('the mail of the worker', () => {
  const read = (settings: Readonly<Record<string, string>> = {}): WorkerSettings =>
    readWorkerSettings({ ...complete, ...mail, ...settings });

  it('needs a mail server and a sender', () => {
    expect(() => readWorkerSettings(complete)).toThrow(/SMTP_URL is missing[^]*MAIL_FROM is missing/);
  });

  it('requires TLS in production, which is the default environment, unless the setting disables it', () => {
    const tlsWith = (settings: Readonly<Record<string, string>>): boolean => requiresTls(read(settings));
    expect([{}, { ENVIRONMENT: 'production' }].map(tlsWith)).toEqual([true, true]);
    expect(tlsWith({ SMTP_REQUIRE_TLS: 'false' })).toBe(false);
    expect(['development', 'staging'].map((ENVIRONMENT) => tlsWith({ ENVIRONMENT }))).toEqual([false, false]);
    expect(tlsWith({ ENVIRONMENT: 'staging', SMTP_REQUIRE_TLS: 'true' })).toBe(true);
  });

  it.each(['ignoreTLS=true', 'requireTLS=0', 'opportunisticTLS=1', 'tls.rejectUnauthorized=false'])(
    'cannot disable TLS with %s in the query',
    (query) => {
      const url = { SMTP_URL: `smtp://mail.example.org:587/?${query}` };
      expect(() => read(url)).toThrow(`SMTP_URL must not set ${query.split('=')[0] ?? ''}`);
      expect(() => read({ ...url, SMTP_REQUIRE_TLS: 'false' })).not.toThrow();
    },
  );

  it('leaves expired invitations in the list for 30 days, or fewer', () => {
    const daysWith = (settings: Readonly<Record<string, string>>): number =>
      read(settings).EXPIRED_INVITATION_DAYS;
    expect([daysWith({}), daysWith({ EXPIRED_INVITATION_DAYS: '1' })]).toEqual([30, 1]);
    expect(() => daysWith({ EXPIRED_INVITATION_DAYS: '31' })).toThrow(
      'EXPIRED_INVITATION_DAYS must be at most 30',
    );
  });

  it('is that of invitations, within the default budgets unless others are set', () => {
    const settings = read({ INVITATION_BUDGET_INVITEE_HOUR: '7' });
    const { deliveries, emailBudgets = [] } = workerPersistenceOf(settings);
    expect(deliveries).toBe('invitations');
    const limitOf = (scope: string): unknown => emailBudgets.find((budget) => budget.scope === scope)?.limit;
    expect(['invitee', 'organization', 'mailbox', 'total'].map(limitOf)).toEqual([7, 500, 20, undefined]);
  });
});
