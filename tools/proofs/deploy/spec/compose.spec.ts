import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { interpolated, readCompose, requiredVariables } from '../src/compose-file';
import { programOf } from '../src/compose-program';
import { composeProblems } from '../src/compose-rules';
import { images } from '../src/images';
import { composeViolations } from './support/compose-violations';
import { statementsOf } from './support/psql-statements';

const docker = join(__dirname, '../../../../docker');
const text = readFileSync(join(docker, 'compose.yaml'), 'utf8');
const readme = readFileSync(join(docker, 'README.md'), 'utf8');
const required = [...requiredVariables(text)].toSorted();
const variables = Object.fromEntries(required.map((name) => [name, '4f0c1a9be27d5836f10b4ce9a7d28350']));
const problemsOf = (compose: string): readonly string[] =>
  composeProblems({ compose: readCompose(compose), variables });

describe('docker/compose.yaml', () => {
  it('keeps every rule', () => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('runs every process, and the commands that they need', () => {
    const run = Object.values(readCompose(text).services).flatMap((service) => programOf(service) ?? []);
    const commands = [
      ...['migrate', 'keys', 'issuer-keys'].map((name) => `public-api ${name}`),
      ...['migrate', 'keys'].map((name) => `identity-provider ${name}`),
    ];
    expect(run.map(({ deployable, name }) => `${deployable} ${name}`).toSorted()).toEqual(
      [...images.map(({ program }) => `${program.deployable} ${program.name}`), ...commands].toSorted(),
    );
  });

  it('requires exactly the variables that the README generates', () => {
    const [, drawn = ''] = /^for name in ([A-Z_ ]+);/m.exec(readme) ?? [];
    expect(drawn.split(' ').toSorted()).toEqual(required);
  });

  it('excludes the generated secrets from the repository and from images § V13.3.1', () => {
    const lines = (name: string): string[] => readFileSync(join(docker, '..', name), 'utf8').split('\n');
    expect(lines('.gitignore')).toContain('docker/.env');
    const [first, ...admitted] = lines('.dockerignore').filter((line) => !line.startsWith('#'));
    expect(first).toBe('*');
    expect(admitted.filter((line) => line.startsWith('!docker'))).toEqual(['!docker/healthcheck.mjs']);
  });

  it('has a service that waits for every command, otherwise Compose treats its exit as a failure', () => {
    const services = Object.entries(readCompose(text).services);
    const awaited = services.flatMap(([, { depends_on: others = {} }]) => Object.keys(others));
    const commands = services.filter(([, service]) => programOf(service)?.kind === 'command');
    expect(commands.map(([name]) => name).filter((name) => !awaited.includes(name))).toEqual([]);
  });

  it('mounts existing files', () => {
    const mounted = Object.values(readCompose(text).services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '');
    const files = mounted.filter((source) => source.startsWith('.'));
    expect(files.filter((file) => !existsSync(join(docker, file)))).toEqual([]);
    const known = Object.keys(readCompose(text).volumes);
    expect(mounted.filter((source) => !source.startsWith('.') && !known.includes(source))).toEqual([]);
  });

  it('creates the roles and databases that the programs use, none of which bypasses row-level security', () => {
    const statements = statementsOf(readFileSync(join(docker, 'postgres/roles.sql'), 'utf8'), variables).join(
      '\n',
    );
    const urls = Object.values(readCompose(text).services)
      .flatMap(({ environment = {} }) => [environment.DATABASE_URL, environment.DATABASE_OWNER_URL])
      .filter((url) => url !== undefined)
      .map((url) => new URL(interpolated(url, variables)));
    expect(new Set(urls.map(({ username }) => username)).size).toBe(7);
    expect(urls).toHaveLength(7);
    for (const { username, password, pathname } of urls) {
      expect(statements).toContain(
        `CREATE ROLE ${username} LOGIN PASSWORD '${password}' NOSUPERUSER NOBYPASSRLS`,
      );
      const database = pathname.slice(1);
      expect(statements).toMatch(
        username === database
          ? `CREATE DATABASE ${database} OWNER ${username}`
          : new RegExp(`GRANT CONNECT ON DATABASE ${database} TO [^;]*\\b${username}\\b`),
      );
    }
  });

  it('keeps every rule with Keycloak tokens', () => {
    const keycloak = parseEnv(readFileSync(join(docker, 'keycloak/keycloak.env'), 'utf8'));
    const compose = readCompose(text);
    const settings = compose.services['platform-api']?.environment ?? {};
    // The path on this machine of the file that Compose mounts.
    const OIDC_ISSUERS_FILE = join(docker, 'keycloak/issuers.json');
    const allVariables = { ...variables, ...(keycloak as Record<string, string>), OIDC_ISSUERS_FILE };
    expect(compose.services['platform-api']?.volumes).toContain(
      `./keycloak/issuers.json:${keycloak.OIDC_ISSUERS_FILE ?? ''}:ro`,
    );
    expect(interpolated(settings.OIDC_ISSUER ?? '', allVariables)).toContain('/realms/governance');
    expect(composeProblems({ compose, variables: allVariables })).toEqual([]);
  });

  it.each(composeViolations)('violates a rule without $rule', ({ from, to, problem }) => {
    const planted = text.replace(from, to);
    expect(planted).not.toBe(text);
    expect(problemsOf(planted)).toContain(problem);
  });
});
