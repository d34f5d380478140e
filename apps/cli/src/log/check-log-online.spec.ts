import { closeServer, given, listen, LogFolder, TestCertificateLog } from '@governance/testing';
import { createServer, type Server } from 'node:http';
import { readFileSync, rmSync } from 'node:fs';
import { entriesFrom } from '../../spec/log-user';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const logPath = '/.well-known/certificate-log';

interface Online {
  readonly server: Server;
  readonly program: TestProgram;
  readonly issuer: string;
  readonly log: LogFolder;
  readonly seen: { atOnce: number; most: number; readonly paths: string[] };
}

/** Serves a log of a few thousand entries. */
async function online(): Promise<Online> {
  const program = new TestProgram();
  const seen = { atOnce: 0, most: 0, paths: [] as string[] };
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    seen.paths.push(path);
    seen.most = Math.max(seen.most, (seen.atOnce += 1));
    setImmediate(() => {
      seen.atOnce -= 1;
      try {
        res.end(readFileSync(program.path(`log/${path.slice(logPath.length)}`)));
      } catch {
        res.writeHead(404).end();
      }
    });
  });
  const host = `127.0.0.1:${await listen(server)}`;
  const log = new LogFolder(program.path('log'), new TestCertificateLog(`http://${host}`));
  log.append(entriesFrom(0, 5_000));
  await log.publish();
  return { server, program, issuer: `http://${host}`, log, seen };
}

describe('governance log verify, of a server', () => {
  const site = given(online);
  afterAll(async () => {
    await closeServer(site.server);
    site.program.remove();
  });

  const verify = (...more: readonly string[]): Promise<ProgramRun> =>
    site.program.run(['log', 'verify', '--issuer', site.issuer, ...more]);

  it('reads each file once, a few at a time', async () => {
    const { code, err } = await verify('--max-age', '1h');
    expect([code, err]).toEqual([
      exitCode.done,
      expect.stringContaining(`Checked 5000 entries of ${site.log.origin}`),
    ]);
    const { paths, most } = site.seen;
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
    expect(paths.every((path) => path.startsWith(`${logPath}/`))).toBe(true);
    expect(most).toBeLessThanOrEqual(16);
  });

  it('finds the name of the log in the address', async () => {
    const other = new LogFolder(site.program.path('other'));
    other.write('trust.json', other.trust());
    expect(await verify('--trust', site.program.path('other/trust.json'))).toMatchObject({
      code: exitCode.usage,
      err: expect.stringContaining(`it has no key of the log ${site.log.origin}`) as unknown,
    });
  });

  it('names a file that the server does not have', async () => {
    rmSync(site.program.path('log/tile/entries/007'));
    expect(await verify()).toMatchObject({
      code: exitCode.negative,
      err: expect.stringContaining('NOT SERVED: tile/entries/007: the server answers 404') as unknown,
    });
  });
});
