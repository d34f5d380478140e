import { publishedRubrics } from '@governance/rubric';
import { callJson, freeOrigin, type Settings, startTokenIssuer } from '@governance/testing';
import assert from 'node:assert';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Bench } from '../../bench';
import { sampleSubmission, submissionRequest, submit } from '../../load/requests';
import { freshDatabase } from '../../processes/databases';
import { publicBaseUrl, startProduct } from '../../processes/product';
import { Program } from '../../processes/program';
import { checkCount } from '../../rows/contests';
import { fetchedFolder, fetchOnce, installPython, runTool, sourcesOf } from '../fetched';
import { type Peer, type Running, type Task } from '../peer';

const rubric = publishedRubrics.current;
const { mode, answers } = sampleSubmission;
const scored = rubric.assess(answers, mode);
const id = randomUUID();
/** What the product answers to the sample; peers return the members that they do not compute from here. */
const knownResult = {
  id,
  createdAt: new Date(),
  mode,
  ...scored,
  rubricVersion: rubric.version,
  verificationUrl: `${publicBaseUrl}/api/certification/verify/${id}`,
  resultUrl: `${publicBaseUrl}/results/${randomUUID()}`,
  certificateDelivery: 'not-requested',
};

const knownEnv = {
  RUBRIC_FILE: resolve(`libs/rubric/src/published/${rubric.version}.json`),
  KNOWN_RESULT: JSON.stringify(knownResult),
};

function running(bench: Bench, program: Program, databaseUrl: string): Running {
  bench.defer(() => checkCount(databaseUrl, program.answered));
  return {
    program,
    request: submissionRequest,
    status: 201,
    text: '"overallScore":',
    check: async () => {
      const body = JSON.parse(await submit(program)) as Readonly<Record<string, unknown>>;
      for (const [member, value] of Object.entries(scored)) assert.deepEqual(body[member], value, member);
      const outOfRange = { ...answers, [Object.keys(answers)[0] ?? '']: 4 };
      const wrong = await callJson(program.origin + submissionRequest.path, {
        body: { mode, answers: outOfRange },
      });
      assert.match(String(wrong.status), /^4/, 'an answer out of range');
    },
  };
}

const product: Peer = {
  name: 'product',
  title: 'product',
  settings: 'the deploy bundle, with the Node options of the image, every limit and a line in the log',
  install: () => Promise.resolve(),
  installed: [resolve('dist/deploy/public-api')],
  prepare: () =>
    Promise.resolve(async (scope, { group }) => {
      const databaseUrl = await freshDatabase(scope);
      // For an issuer that does not answer, a start waits.
      const issuer = await startTokenIssuer();
      scope.defer(() => issuer.close());
      const settings = { OIDC_ISSUER: issuer.issuer };
      const program = await startProduct(scope, 'public-api/main', { databaseUrl, settings, group });
      return running(scope, program, databaseUrl);
    }),
};

/** The submission API in another language, with the table of the product. */
function api(
  peer: Pick<Peer, 'name' | 'title' | 'settings' | 'install' | 'installed'>,
  {
    command,
    env = () => ({}),
  }: { command: (port: string) => readonly string[]; env?: (databaseUrl: string) => Settings },
): Peer {
  return {
    ...peer,
    prepare: () =>
      Promise.resolve(async (scope, { group }) => {
        const databaseUrl = await freshDatabase(scope);
        const origin = await freeOrigin();
        const { port } = new URL(origin);
        const program = await Program.start(scope, {
          command: command(port),
          env: { PORT: port, DATABASE_URL: databaseUrl, ...knownEnv, ...env(databaseUrl) },
          readyUrl: `${origin}/health`,
          origin,
          group,
        });
        return running(scope, program, databaseUrl);
      }),
  };
}

const fastapiFolder = fetchedFolder('fastapi');
const fastapi = api(
  {
    name: 'fastapi',
    title: 'FastAPI + SQLAlchemy',
    settings:
      'one uvicorn worker per core, uvloop and httptools, asyncpg, a pool of 10, response models that Pydantic serializes, no access log',
    install: () =>
      fetchOnce('fastapi', 'fastapi', (folder) =>
        installPython(folder, sourcesOf('fastapi/requirements.txt')),
      ),
    installed: [fastapiFolder, sourcesOf('fastapi')],
  },
  {
    command: (port) => {
      const python = join(fastapiFolder, 'bin/python');
      const options = ['--host', '127.0.0.1', '--port', port, '--no-access-log'];
      return [python, '-m', 'uvicorn', 'main:app', '--app-dir', sourcesOf('fastapi')].concat(options);
    },
    env: () => ({ PYTHONDONTWRITEBYTECODE: '1' }),
  },
);

const goProgram = join(fetchedFolder('go'), 'peer');
const go = api(
  {
    name: 'go',
    title: 'Go net/http + pgx',
    settings: 'as compiled by default, pgxpool with its cache of prepared statements',
    install: () =>
      fetchOnce('go', 'go', () => runTool('go', ['build', '-o', goProgram, '.'], { cwd: sourcesOf('go') })),
    installed: [goProgram],
  },
  { command: () => [goProgram] },
);

const springFolder = fetchedFolder('spring');
const springJar = join(springFolder, 'app/peer-1.jar');
const archive = join(springFolder, 'app/peer.jsa');
const spring = api(
  {
    name: 'spring',
    title: 'Spring Boot',
    settings:
      'Spring MVC on Tomcat, JdbcClient and HikariCP; the jar extracted and classes shared from an archive (CDS), as its page on efficient deployments says',
    install: () => fetchOnce('spring', 'spring', buildSpring),
    installed: [join(springFolder, 'app')],
  },
  {
    command: () => ['java', `-XX:SharedArchiveFile=${archive}`, '-jar', springJar],
    env: (databaseUrl) => ({ JDBC_URL: jdbcUrl(databaseUrl) }),
  },
);

async function buildSpring(folder: string): Promise<void> {
  const target = join(folder, 'target');
  // A copy: Maven writes beside the sources.
  cpSync(sourcesOf('spring'), join(folder, 'sources'), { recursive: true });
  await runTool('mvn', ['--quiet', '--batch-mode', `-Dfolder=${target}`, 'package'], {
    cwd: join(folder, 'sources'),
  });
  const extract = ['-Djarmode=tools', '-jar', join(target, 'peer-1.jar'), 'extract', '--destination'];
  await runTool('java', [...extract, join(folder, 'app')]);
  const training = [
    `-XX:ArchiveClassesAtExit=${archive}`,
    '-Dspring.context.exit=onRefresh',
    '-jar',
    springJar,
  ];
  const env = { PORT: '0', JDBC_URL: 'jdbc:postgresql://127.0.0.1:9/none', ...knownEnv };
  await runTool('java', training, { env });
}

/** As PostgreSQL's JDBC driver reads it. */
export function jdbcUrl(databaseUrl: string): string {
  const { host, pathname, username, password } = new URL(databaseUrl);
  const login = new URLSearchParams({
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  return `jdbc:postgresql://${host}${pathname}?${login.toString()}`;
}

export const submissions: Task = {
  name: 'submission',
  work: 'submission, validated, scored, stored',
  rate: 200,
  connections: 8,
  product,
  peers: [fastapi, go, spring],
};
