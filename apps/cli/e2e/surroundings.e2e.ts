import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CommandLine } from './support/command-line';

const program = join(__dirname, '../../../dist/apps/cli/governance.mjs');

/** The built program beside a proxy, a full disk and a reader that leaves. */
describe('the surroundings of the program', () => {
  let cli: CommandLine;
  let proxy: Server;
  let asked: string[];
  beforeAll(async () => {
    cli = new CommandLine(program);
    proxy = createServer().on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => {
    proxy.close();
    cli.remove();
  });

  const proxyUrl = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  interface Case {
    readonly apiUrl: string;
    readonly variables: Readonly<Record<string, string>>;
    readonly expected: readonly string[];
  }

  it.each<[string, Case]>([
    [
      'to another machine',
      { apiUrl: 'https://api.example', variables: { HTTPS_PROXY: 'here' }, expected: ['api.example:443'] },
    ],
    [
      'not to one of NO_PROXY',
      {
        apiUrl: 'https://127.0.0.1:1',
        variables: { HTTPS_PROXY: 'here', NO_PROXY: '127.0.0.1' },
        expected: [],
      },
    ],
    [
      'to this machine, if the proxy is on it',
      {
        apiUrl: 'http://127.0.0.1:3',
        variables: { HTTP_PROXY: 'here', NO_PROXY: '' },
        expected: ['127.0.0.1:3'],
      },
    ],
  ])(
    'has the requests in a proxy of the environment: %s',
    async (_where, { apiUrl, variables, expected }) => {
      const entries = Object.entries(variables).map(([name, value]) => [
        name,
        value === 'here' ? proxyUrl() : value,
      ]);
      const env = { ...(Object.fromEntries(entries) as Record<string, string>), GOVERNANCE_TOKEN: 'token' };
      expect(await cli.run(['whoami', '--api-url', apiUrl], { env })).toMatchObject({ code: 5 });
      expect([...new Set(asked)]).toEqual(expected);
    },
  );

  it('names an address of a proxy that is none', async () => {
    const env = { HTTPS_PROXY: '::none::' };
    expect(await cli.run(['--version'], { env })).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    ['/dev/full', 2],
    ['/dev/null', 0],
  ])('takes the output: %s', async (place, expected) => {
    const code = await new Promise((resolve) => {
      const shell = execFile('sh', ['-c', `"$0" "$1" completion bash > ${place}`, process.execPath, program]);
      shell.on('exit', resolve);
    });
    expect(code).toBe(expected);
  });

  it('takes the first line only, without a word', async () => {
    const command = '"$0" "$1" completion bash | head -c 1; exit "${PIPESTATUS[0]}"';
    const child = execFile('bash', ['-c', command, process.execPath, program]);
    let stderr = '';
    child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
