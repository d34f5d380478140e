import { crossOriginSettings, refuseInsecureOrigins } from './cross-origin-settings';
import { readSettings } from './read-settings';

function read(text: string): readonly string[] {
  return readSettings(crossOriginSettings, { CORS_ORIGINS: text }).CORS_ORIGINS;
}

describe('CORS_ORIGINS', () => {
  it('has no origin by default', () => {
    expect(readSettings(crossOriginSettings, {}).CORS_ORIGINS).toEqual([]);
    expect(read('')).toEqual([]);
  });

  it.each([
    ['https://app.example.org', ['https://app.example.org']],
    ['https://app.example.org, http://localhost:5173', ['https://app.example.org', 'http://localhost:5173']],
    ['http://[::1]:8080', ['http://[::1]:8080']],
  ])('takes %j', (text, origins) => {
    expect(read(text)).toEqual(origins);
  });

  it.each([
    '*',
    'null',
    'https://app.example.org,null',
    'https://app.example.org,*',
    'https://*.example.org',
    'https://app.example.org,',
    'https://app.example.org,https://app.example.org',
    'https://app.example.org https://other.example.org',
    'https://app.example.org/',
    'https://app.example.org/page',
    'https://app.example.org:443',
    'https://App.example.org',
    'https://user@app.example.org',
    'app.example.org',
    'file://',
    'chrome-extension://abcdefgh',
    'data:text/html,x',
  ])('refuses %j without showing it § V3.4.2', (text) => {
    expect(() => read(text)).toThrow(
      'CORS_ORIGINS must be a list, separated by commas, of http or https origins such as https://app.example.org',
    );
  });
});

describe('refuseInsecureOrigins', () => {
  const mixed = ['https://app.example.org', 'http://localhost:5173'];

  it('refuses http origins in production', () => {
    expect(refuseInsecureOrigins({ ENVIRONMENT: 'production', CORS_ORIGINS: mixed })).toEqual([
      'CORS_ORIGINS must be https origins in production',
    ]);
  });

  it.each([
    { ENVIRONMENT: 'development', CORS_ORIGINS: mixed },
    { ENVIRONMENT: 'staging', CORS_ORIGINS: mixed },
    { ENVIRONMENT: 'production', CORS_ORIGINS: ['https://app.example.org'] },
    { ENVIRONMENT: 'production', CORS_ORIGINS: [] },
    { ENVIRONMENT: 'production' },
  ])('accepts %j', (settings) => {
    expect(refuseInsecureOrigins(settings)).toEqual([]);
  });
});
