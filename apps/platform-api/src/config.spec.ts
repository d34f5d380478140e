import { readApiSettings } from './config';

const complete = {
  PUBLIC_BASE_URL: 'https://assess.example.org',
  DATABASE_URL: 'postgres://platform:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/keyring.json',
};

describe('readApiSettings of the platform', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  it('has defaults for what may be left out', () => {
    process.env = { ...complete };
    expect(readApiSettings()).toEqual({
      ...complete,
      PORT: 3001,
      MANAGEMENT_PORT: 9102,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'development',
    });
  });

  it('names everything that is missing, at once', () => {
    process.env = {};
    expect(readApiSettings).toThrow(/PUBLIC_BASE_URL[^]*DATABASE_URL[^]*KEYRING_FILE/);
  });

  it('refuses an unprotected address in production, and there only', () => {
    process.env = { ...complete, PUBLIC_BASE_URL: 'http://assess.example.org' };
    expect(readApiSettings).not.toThrow();
    process.env = { ...process.env, ENVIRONMENT: 'production' };
    expect(readApiSettings).toThrow('PUBLIC_BASE_URL must be an https URL in production');
  });
});
