import { httpUrl, port } from '@governance/config';
import { envExample } from './env-example';

const PUBLIC_BASE_URL = httpUrl().meta({
  description: 'where we are',
  example: 'https://assess.example.org',
});
const PORT = port().default(3000).describe('where we listen');

describe('.env.example', () => {
  it('gives an example of a required setting', () => {
    expect(envExample({ main: { PUBLIC_BASE_URL } })).toMatch(
      /\n# Where we are\.\n# Must be an http or https URL [^\n]+\.\nPUBLIC_BASE_URL=https:\/\/assess\.example\.org\n$/,
    );
  });

  it('shows the default of an optional setting, commented out', () => {
    expect(envExample({ main: { PORT } })).toContain(
      '# Where we listen.\n# Must be a port number from 1 to 65535.\n#PORT=3000\n',
    );
  });

  it('has each setting once, with its programs and defaults', () => {
    const text = envExample({
      main: { PORT, PUBLIC_BASE_URL },
      worker: { PORT: port().default(3001).describe('where we listen') },
    });
    expect(text.match(/PORT=/g)).toHaveLength(1);
    expect(text).toContain('# By default 3000 (main), 3001 (worker).\n');
    expect(text).toContain('# Read by main only.\nPUBLIC_BASE_URL=');
  });

  it('requires a description of every setting', () => {
    expect(() => envExample({ main: { PORT: port() } })).toThrow('PORT has no description');
  });
});
