import { ManagementServer, Readiness } from '@governance/runtime';
import { callHttp } from '@governance/testing';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import {
  type CataloguedProgram,
  deployables,
  portsOf,
  probePaths,
  programCatalogue,
  programNamed,
} from './program-catalogue';

const workspace = join(__dirname, '../../../..');

describe('the catalogue of programs', () => {
  const named = programCatalogue.map((program) => ({ title: titleOf(program), program }));

  it.each(deployables)('has every program of the bundle %s, and no other', (deployable) => {
    const bundled = readdirSync(join(workspace, 'dist/deploy', deployable)).filter((file) =>
      file.endsWith('.js'),
    );
    const catalogued = programCatalogue.filter((program) => program.deployable === deployable);
    const files = new Set(catalogued.map(({ command }) => command[1]));
    expect([...files].toSorted()).toEqual(bundled.toSorted());
  });

  it.each(named)('knows exactly the settings that $title reads', ({ program }) => {
    const settingsRead = new Set<string>();
    const nothing = {};
    const env = new Proxy(nothing, {
      get: (_, name) => {
        settingsRead.add(String(name));
        return undefined;
      },
      ownKeys: () => [],
    });
    program.problemsWith(env);
    expect([...settingsRead].toSorted()).toEqual([...program.settings.keys()].toSorted());
  });

  it.each(named)('knows which settings $title requires', ({ program }) => {
    const missing = program.problemsWith({}).map((problem) => problem.split(' ')[0] ?? '');
    const required = [...program.settings.values()].filter((setting) => setting.required);
    // The list also has settings required by others: in development the whole platform is live.
    expect(missing.filter((name) => program.settings.get(name)?.required !== false).toSorted()).toEqual(
      required.map(({ name }) => name).toSorted(),
    );
  });

  it('lists all refused values and unknown settings of a program', () => {
    const env = { PUBLIC_BASE_URL: 'http://assess.example.org', ENVIRONMENT: 'production', SMTP_URI: 'x' };
    expect(programNamed('public-api', 'main').problemsWith(env)).toEqual(
      expect.arrayContaining([
        'SMTP_URI is not a setting of public-api main',
        'PUBLIC_BASE_URL must be an https URL in production',
      ]),
    );
  });

  it('distinguishes services from workers and commands', () => {
    const kinds = Object.fromEntries(programCatalogue.map((program) => [titleOf(program), program.kind]));
    expect(kinds).toMatchObject({
      'public-api main': 'service',
      'platform-api worker': 'worker',
      'identity-provider signing-keys': 'command',
    });
    expect(() => programNamed('public-api', 'org')).toThrow('public-api has no program org');
  });

  it('has a separate port for every listener', () => {
    const listening = programCatalogue.filter(({ kind }) => kind !== 'command').map(portsOf);
    const ports = listening
      .flatMap(({ surface, management }) => [surface, management])
      .filter((port) => port !== undefined);
    expect(ports).toHaveLength(10);
    expect(new Set(ports).size).toBe(10);
    expect(() => portsOf(programNamed('public-api', 'migrate'))).toThrow('has no management port');
  });

  it('treats passwords, tokens and keys as secret', () => {
    const suspicious = programCatalogue
      .flatMap(({ settings }) => [...settings.values()])
      .filter(({ name }) => /DATABASE|SMTP_URL|TOKEN$|SECRET|PASSWORD|KEY[A-Z]*_FILE/.test(name));
    expect(suspicious.filter(({ secret }) => secret === undefined)).toEqual([]);
  });
});

describe('the paths of probes', () => {
  class AlwaysReady extends Readiness {
    check(): Promise<void> {
      return Promise.resolve();
    }
  }
  const server = new ManagementServer({ port: 0, registry: new Registry(), readiness: new AlwaysReady() });
  beforeAll(() => server.onModuleInit());
  afterAll(() => {
    server.onApplicationShutdown();
  });

  it.each(Object.values(probePaths))('%s is answered on the management port', async (path) => {
    expect((await callHttp(`http://127.0.0.1:${server.port}${path}`)).status).toBe(200);
  });
});

function titleOf({ deployable, name }: CataloguedProgram): string {
  return `${deployable} ${name}`;
}
