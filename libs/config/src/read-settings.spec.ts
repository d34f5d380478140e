import { inspect } from 'node:util';
import { port, positiveInteger } from './number-fields';
import { readSettings } from './read-settings';
import { SettingsError } from './settings-error';
import { environment, filePath, mailFrom } from './text-fields';
import { databaseUrl, httpUrl, smtpUrl } from './url-fields';

const schema = {
  PORT: port().default(3000),
  ENVIRONMENT: environment(),
  PUBLIC_BASE_URL: httpUrl(),
  DATABASE_URL: databaseUrl(),
  BROWSER_EXECUTABLE: filePath().optional(),
};

const env = {
  ENVIRONMENT: 'production',
  PUBLIC_BASE_URL: 'https://assess.example.org',
  DATABASE_URL: 'postgres://app:secret@db.example.org/governance',
};

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('returns typed values with defaults, leaves out what is optional and reads nothing else', () => {
    const settings = readSettings(schema, { ...env, HOME: '/home/someone' });
    const typed: {
      PORT: number;
      ENVIRONMENT: 'development' | 'staging' | 'production';
      BROWSER_EXECUTABLE: string | undefined;
    } = settings;
    expect(typed).toEqual({ ...env, PORT: 3000 });
  });

  it('returns a frozen value', () => {
    expect(Object.isFrozen(readSettings(schema, env))).toBe(true);
  });

  it('counts an empty variable as absent', () => {
    expect(readSettings(schema, { ...env, PORT: '', BROWSER_EXECUTABLE: '' })).toEqual({
      ...env,
      PORT: 3000,
    });
    expect(problemsOf(() => readSettings(schema, { ...env, ENVIRONMENT: '' }))).toEqual([
      'ENVIRONMENT is missing: one of development, staging, production',
    ]);
  });

  it('lists every problem at once by name, those of the rules too', () => {
    const wrong = {
      PORT: 'x',
      PUBLIC_BASE_URL: 'http://a.example.org',
      DATABASE_URL: 'x',
      ENVIRONMENT: 'production',
    };
    const problems = problemsOf(() =>
      readSettings(
        { ...schema, LIMIT: positiveInteger() },
        wrong,
        ({ ENVIRONMENT, PUBLIC_BASE_URL, PORT }) => {
          expect(PORT).toBeUndefined();
          const unsafe = ENVIRONMENT === 'production' && PUBLIC_BASE_URL?.startsWith('http:');
          return unsafe ? ['PUBLIC_BASE_URL must use https in production'] : [];
        },
      ),
    );
    expect(problems).toEqual([
      'PORT must be a port number from 1 to 65535',
      expect.stringMatching(/^DATABASE_URL must be a PostgreSQL URL/),
      'LIMIT is missing: a whole number of at least 1',
      'PUBLIC_BASE_URL must use https in production',
    ]);
  });

  it('refuses an unsafe combination when every setting is well-formed by itself', () => {
    expect(problemsOf(() => readSettings(schema, env, () => ['PORT and ENVIRONMENT do not fit']))).toEqual([
      'PORT and ENVIRONMENT do not fit',
    ]);
  });

  it('shows the list in the message, a line for each problem', () => {
    expect(new SettingsError(['A is missing: b', 'C must be d']).message).toBe(
      'The settings cannot be used:\n  A is missing: b\n  C must be d',
    );
  });

  it('never prints an invalid value', () => {
    const secret = 'hunter2-secret';
    const all = {
      DATABASE_URL: databaseUrl(),
      SMTP_URL: smtpUrl(),
      MAIL_FROM: mailFrom(),
      PORT: port(),
      PUBLIC_BASE_URL: httpUrl(),
    };
    for (const text of [
      secret,
      `postgres://app:${secret}@db:x/y`,
      `http://${secret}@a/`,
      `smtp://u:${secret}#@b`,
      `\n${secret}`,
    ]) {
      const everyone = Object.fromEntries(Object.keys(all).map((name) => [name, text]));
      const read = (): unknown => readSettings(all, everyone);
      expect(problemsOf(read)).toHaveLength(5);
      const shown = inspect(catching(read), { depth: 9, showHidden: true });
      expect(shown).not.toContain(secret);
    }
  });
});

function catching(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
