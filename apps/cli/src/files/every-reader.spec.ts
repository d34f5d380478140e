import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const utf16le = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const windows = (text: string): string => text.replaceAll('\n', '\r\n');

/** How programs save the same text. */
const encoders: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['Notepad: UTF-8 with BOM', (text) => bytesOf(`\uFEFF${windows(text)}`)],
  ['Notepad: UTF-16 LE', (text) => utf16le(windows(text))],
  ['Notepad: UTF-16 BE', (text) => utf16le(windows(text)).swap16()],
  ['PowerShell 5: > and Out-File', (text) => utf16le(windows(`${text}\n`))],
  ['PowerShell 5: Out-File -Encoding utf8', (text) => bytesOf(`\uFEFF${windows(`${text}\n`)}`)],
  ['PowerShell 7', (text) => bytesOf(windows(`${text}\n`))],
  ['an old Mac', (text) => bytesOf(text.replaceAll('\n', '\r'))],
];

/** As spreadsheets save a table whose cells are separated by commas. */
const spreadsheets: readonly (readonly [string, (text: string) => Buffer])[] = [
  ...encoders,
  ['Excel: CSV, German', (text) => Buffer.from(windows(text.replaceAll(',', ';')), 'latin1')],
  ['Excel: CSV UTF-8, German', (text) => bytesOf(`\uFEFF${windows(text.replaceAll(',', ';'))}`)],
  [
    'Excel: CSV with its own line',
    (text) => Buffer.from(windows(`sep=;\n${text.replaceAll(',', ';')}`), 'latin1'),
  ],
  ['Excel: Unicode text', (text) => utf16le(windows(text.replaceAll(',', '\t')))],
  ['Excel: with an empty column', (text) => bytesOf(windows(text.replaceAll('\n', ',\n')))],
  ['LibreOffice: all cells quoted', (text) => bytesOf(text.replaceAll(/[^,\n]+/g, '"$&"'))],
  ['LibreOffice: UTF-16 with BOM', utf16le],
  ['a Japanese keyboard', (text) => bytesOf(text.replaceAll('3', '３'))],
];

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
const jwks = JSON.stringify({
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' }],
});
const csv = 'Frage,Antwort für Zürich\none,3\ntwo,0\n';
const connection = 'connections add --name x --issuer https://id.example --client-id x --client-secret-file';

/** The command lines that read a file, `FILE`, with its content. */
const readers: readonly (readonly [line: string, content: string])[] = [
  ['assess --answers FILE', '{"one": 3}'],
  ['plan --answers FILE', '{"mode": "client-on-behalf", "answers": {"one": 3}}'],
  ['plan --draft FILE', '{"one": 3}'],
  ['plan --answers -', '{"one": 3}'],
  ['credentials create --name x --public-key FILE', pem],
  ['credentials rotate id --public-key FILE', pem],
  [`${connection} FILE`, 'geheim-ü'],
  [`${connection} -`, 'geheim-ü'],
  ['results attach --capability-file FILE', 'https://assess.example.org/results/x'],
  ['token --client-id c --client-secret-file FILE', 'gmc_secret'],
  ['audit verify FILE --keys jwks.json', '{"type": "x"}\n{"type": "y"}'],
  ['audit verify proof.jsonl --keys FILE', jwks],
  ['log verify --folder . --trust FILE', '{"policy":\n"quorum none"}'],
  ['verify certificate.pdf --keys FILE --status FILE --answers FILE', '{"keys": []}'],
];

describe('every file that a command reads', () => {
  let program: TestProgram;
  let service: FakeService;
  beforeEach(() => {
    program = new TestProgram({
      GOVERNANCE_TOKEN: 'token',
      GOVERNANCE_API_URL: 'https://api.example.org',
      GOVERNANCE_PUBLIC_URL: 'https://assess.example.org',
    });
    service = new FakeService();
    service.answersBy((path) => ({ status: 200, body: metadata[path] ?? answer }));
    writeFileSync(program.path('jwks.json'), jwks);
    writeFileSync(program.path('proof.jsonl'), '{}');
    writeFileSync(program.path('certificate.pdf'), 'no PDF');
  });
  afterEach(() => {
    service.restore();
    program.remove();
  });

  const answer = { id: 'one', steps: [], remediation: [] };
  const issuer = 'https://id.example.org';
  const metadata: Readonly<Record<string, object>> = {
    '/.well-known/oauth-protected-resource': {
      resource: 'https://api.example.org',
      authorization_servers: [issuer],
    },
    '/.well-known/oauth-authorization-server': { issuer, token_endpoint: `${issuer}/token` },
    '/token': { access_token: 'machine', token_type: 'Bearer', expires_in: 60 },
  };

  /** What a command does with these bytes. */
  async function effectOf(line: string, bytes: Buffer): Promise<object> {
    service.calls.length = 0;
    writeFileSync(program.path('file'), bytes);
    const args = line.split(' ').map((arg) => (arg === 'FILE' ? 'file' : arg));
    const paths = args.map((arg) => (/^file$|\.(json|jsonl|pdf)$/.test(arg) ? program.path(arg) : arg));
    const ran = await program.run(paths, bytes);
    return { ...ran, calls: [...service.calls] };
  }

  describe.each(readers)('%s', (line, content) => {
    it.each(encoders)('saved by %s', async (_program, encode) => {
      const plain = await effectOf(line, bytesOf(content));
      expect(JSON.stringify(plain)).not.toMatch(/save it as UTF-8|is not JSON/);
      expect(await effectOf(line, encode(content))).toEqual(plain);
    });

    it.each<[string, Buffer]>([
      ['UTF-16 without a BOM', Buffer.from(content, 'utf16le')],
      [
        'UTF-32',
        Buffer.from([0xff, 0xfe, 0, 0, ...[...bytesOf(content)].flatMap((byte) => [byte, 0, 0, 0])]),
      ],
    ])('is asked for as UTF-8, if it is %s', async (_encoding, bytes) => {
      const effect = await effectOf(line, bytes);
      expect(effect).toMatchObject({ code: exitCode.usage, calls: [] });
      expect(JSON.stringify(effect)).toContain('save it as UTF-8');
    });
  });

  it.each(spreadsheets)('answers in a table, saved by %s', async (_program, encode) => {
    const calls = [expect.objectContaining({ body: { answers: { one: 3, two: 0 }, mode: 'msp-self' } })];
    expect(await effectOf('plan --answers FILE', encode(csv))).toMatchObject({ code: exitCode.done, calls });
  });

  it.each(['credentials create --name x --public-key FILE', `${connection} FILE`])(
    'is asked for as UTF-8, if it is in the code page of Windows: %s',
    async (line) => {
      const bytes = Buffer.from('Schlüssel', 'latin1');
      expect(JSON.stringify(await effectOf(line, bytes))).toContain('save it as UTF-8');
      expect(service.calls).toEqual([]);
    },
  );

  it.each(encoders)('a private key, saved by %s', async (_program, encode) => {
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const effect = await effectOf('token --client-id c --key-file FILE', encode(key));
    expect(effect).toMatchObject({ code: exitCode.done, out: 'machine\n' });
  });

  it.each(encoders)('the profiles, saved by %s', async (_program, encode) => {
    const own = new TestProgram({ GOVERNANCE_TOKEN: 'token' });
    mkdirSync(own.path('.config/governance'), { recursive: true });
    const profiles = '{"profiles":\n{"default": {"apiUrl": "https://api.example.org"}}}';
    writeFileSync(own.path('.config/governance/config.json'), encode(profiles));
    expect(await own.run(['profile', 'get'])).toMatchObject({ code: exitCode.done });
    own.remove();
  });
});
