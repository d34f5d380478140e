import { usageOf } from './credential-usage';

const settings = { baseUrl: 'https://api.example.org', tokenUrl: 'https://identity.example.org/token' };

describe('the use of a credential', () => {
  it('has commands for a secret that hold none, and the samples of the API', () => {
    const { shell, languages } = usageOf({ clientId: 'client-1', isKey: false }, settings);
    expect(shell.split('\n')).toEqual([
      "export API_URL='https://api.example.org'",
      "export TOKEN_URL='https://identity.example.org/token'",
      "export CLIENT_ID='client-1'",
      'read -rs CLIENT_SECRET && export CLIENT_SECRET',
      expect.stringMatching(/^export TOKEN="\$\(curl .*\)"$/),
      expect.stringMatching(/^curl .*\/self\/me/),
    ]);
    expect(languages.map(({ label }) => label)).toEqual(['TypeScript', 'Python', 'Go']);
    for (const { parts } of languages) for (const { source } of parts) expect(source).toMatch(/TOKEN|tokens/);
  });

  it('has commands for a key, which the command line signs with', () => {
    const { shell, languages } = usageOf({ clientId: 'client-1', isKey: true }, settings);
    expect(shell).toContain('--key-file private-key.pem');
    expect(shell).not.toContain('SECRET');
    expect(languages).toEqual([]);
  });
});
