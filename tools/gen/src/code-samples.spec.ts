import { sampleLanguages, snippetFolder } from '@governance/http';
import { check, resolveConfig } from 'prettier';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const workspace = join(__dirname, '../../..');
const endings = sampleLanguages.map(({ ending }) => ending);

interface Sampled {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly label: string }[];
}

interface Snippet {
  readonly file: string;
  readonly surface: string;
  readonly operation: string;
  readonly ending: string;
  readonly source: string;
}

const snippets = globSync('*/*', { cwd: snippetFolder }).map((file): Snippet => {
  const [surface = '', name = ''] = file.split(sep);
  const [operation = ''] = name.split('.');
  const source = readFileSync(join(snippetFolder, file), 'utf8');
  return { file, surface, operation, ending: name.slice(operation.length), source };
});

function operationsOf(surface: string): Sampled[] {
  const file = join(workspace, 'docs/api', `${surface}.openapi.json`);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Sampled>>>>;
  };
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

describe.each(['public', 'platform'])('the snippets of the %s surface', (name) => {
  const own = snippets.filter(({ surface }) => surface === name);
  const named = [...new Set(own.map(({ operation }) => operation))].toSorted();

  it('belong to documented operations', () => {
    const documented = operationsOf(name).map(({ operationId }) => operationId);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((operation) => !documented.includes(operation))).toEqual([]);
  });

  it('exist in every language', () => {
    for (const operation of named) {
      const found = own.filter((snippet) => snippet.operation === operation).map(({ ending }) => ending);
      expect({ operation, found: found.toSorted() }).toEqual({ operation, found: endings.toSorted() });
    }
  });

  it('are in the OpenAPI document, in the order of the languages', () => {
    const sampled = operationsOf(name).filter((operation) => 'x-codeSamples' in operation);
    expect(sampled.map(({ operationId }) => operationId).toSorted()).toEqual(named);
    for (const operation of sampled)
      expect(operation['x-codeSamples']?.map(({ label }) => label)).toEqual(
        sampleLanguages.map(({ label }) => label),
      );
  });
});

describe.each(snippets)('the snippet $file', ({ source }) => {
  it('has at most 15 lines besides comments, imports and closing brackets', () => {
    const body = source.replace(/^import \([^)]*\)$/m, '');
    const lines = body
      .split('\n')
      .filter((line) => !/^\s*(?:$|\}$|\)$|#|\/\/|import |from |package )/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(15);
  });

  it('reads addresses and secrets from the environment', () => {
    expect(source).toMatch(/\b(?:BASE_URL|API_URL|TOKEN_URL)\b/);
    expect(source.replaceAll(/http:\/\/localhost:300[01]/g, '')).not.toMatch(/https?:\/\/|gmc_|eyJ/);
  });
});

describe.each(snippets.filter(({ ending }) => ending === '.ts.txt'))('the snippet $file', ({ source }) => {
  it('is formatted', async () => {
    const options = { ...(await resolveConfig(join(workspace, 'package.json'))), parser: 'typescript' };
    expect(await check(source, options)).toBe(true);
  });
});
