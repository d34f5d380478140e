import { type PlantedRule } from './planted-rule';
import { type PlantedProject } from './planted-workspace';

const shared = 'scope:shared';

export const plantedProjects: readonly PlantedProject[] = [
  { root: 'libs/planted', tags: [shared, 'type:foundation'] },
  { root: 'libs/pure', tags: [shared, 'type:domain'] },
  { root: 'libs/postgres', tags: [shared, 'type:database'] },
  { root: 'libs/persistence', tags: [shared, 'type:adapter'] },
  { root: 'libs/mail', tags: [shared, 'type:adapter'] },
  { root: 'libs/certificates', tags: [shared, 'type:adapter'] },
  { root: 'libs/testing', tags: [shared, 'type:testing'] },
  ...['kernel', 'rubric', 'transparency', 'certificate-verifier'].map((name) => ({
    root: `libs/${name}`,
    tags: [shared, 'type:domain'],
  })),
  ...['runtime', 'auth-guards', 'http', 'verification'].map((name) => ({
    root: `libs/${name}`,
    tags: [shared, 'type:edge'],
  })),
  { root: 'libs/client', tags: ['scope:client', 'type:client'] },
  { root: 'apps/planted-api', tags: ['scope:public', 'type:app'] },
  { root: 'tools/planted-tool', tags: ['scope:tools', 'type:tool'] },
];

const environment = 'export const port = process.env.PORT;';
const now = 'export const now = new Date();';
const importOf = (name: string): string =>
  `import * as used from '${name}';\n\nexport const names = Object.keys(used);`;

const specFolder = 'libs/planted/spec/src/index.ts';
const [ofAnother, ofItsOwn] = ['@governance/planted/spec', '../spec/src'];

const specSupport: readonly PlantedRule[] = [
  { what: 'a folder for specs', path: specFolder, code: 'export const fake = 1;', breaks: [] },
  ...[
    { path: 'apps/planted-api/src/fake.ts', from: ofAnother, breaks: ['no-restricted-imports: '] },
    { path: 'apps/planted-api/src/fake.spec.ts', from: ofAnother, breaks: [] },
    { path: 'apps/planted-api/e2e/fake.e2e.ts', from: ofAnother, breaks: [] },
    { path: 'apps/planted-api/e2e/support/fake.ts', from: ofAnother, breaks: [] },
    { path: 'libs/planted/src/fake.ts', from: ofItsOwn, breaks: ['no-restricted-imports: '] },
    { path: 'libs/planted/src/fake.spec.ts', from: ofItsOwn, breaks: [] },
    { path: 'libs/planted/spec/beside.ts', from: './src', breaks: [] },
    { path: 'libs/persistence/src/fake.ts', from: ofItsOwn, breaks: ['no-restricted-imports: '] },
    { path: 'libs/mail/src/fake.ts', from: ofItsOwn, breaks: ['no-restricted-imports: '] },
    { path: 'libs/certificates/src/fake.ts', from: ofItsOwn, breaks: ['no-restricted-imports: '] },
    { path: 'libs/pure/src/fake.ts', from: ofItsOwn, breaks: ['no-restricted-imports: '] },
    { path: 'libs/testing/src/fake.ts', from: ofItsOwn, breaks: ['no-restricted-imports: '] },
    { path: 'tools/planted-tool/src/fake.ts', from: ofAnother, breaks: ['no-restricted-imports: '] },
    { path: 'tools/planted-tool/src/fake.spec.ts', from: ofAnother, breaks: [] },
    { path: 'tools/planted-tool/spec/fake.ts', from: ofAnother, breaks: [] },
  ].map(({ path, from, breaks }) => ({
    what: `test support in ${path}`,
    path,
    breaks,
    code: `import '${from}';`,
  })),
];

const noOtherProject = 'This library imports no other project';
const order = 'The edge libraries import in one direction';

const ownImports: readonly PlantedRule[] = [
  { path: 'libs/rubric/src/own.ts', from: 'kernel', breaks: [noOtherProject] },
  { path: 'libs/rubric/src/own.spec.ts', from: 'kernel', breaks: [noOtherProject] },
  { path: 'libs/rubric/src/testing.spec.ts', from: 'testing', breaks: [] },
  { path: 'libs/certificate-verifier/src/own.ts', from: 'kernel', breaks: [noOtherProject] },
  { path: 'libs/certificate-verifier/src/other.ts', from: 'rubric', breaks: [noOtherProject] },
  { path: 'libs/certificate-verifier/src/trees.ts', from: 'transparency', breaks: [] },
  { path: 'libs/transparency/src/own.ts', from: 'kernel', breaks: [noOtherProject] },
  { path: 'libs/kernel/src/own.ts', from: 'pure', breaks: [noOtherProject] },
  ...['libs/postgres', 'libs/persistence', 'libs/verification', 'apps/planted-api', 'tools/planted-tool'].map(
    (root) => ({ path: `${root}/src/own.ts`, from: 'kernel', breaks: [] }),
  ),
  { path: 'libs/runtime/src/to-auth-guards.ts', from: 'auth-guards', breaks: [order] },
  { path: 'libs/runtime/src/to-http.ts', from: 'http', breaks: [order] },
  { path: 'libs/runtime/src/to-http.spec.ts', from: 'http', breaks: [order] },
  { path: 'libs/runtime/src/to-verification.ts', from: 'verification', breaks: [order] },
  { path: 'libs/auth-guards/src/to-http.ts', from: 'http', breaks: [order] },
  { path: 'libs/auth-guards/spec/to-http.ts', from: 'http', breaks: [order] },
  { path: 'libs/auth-guards/src/to-verification.ts', from: 'verification', breaks: [order] },
  { path: 'libs/http/src/to-verification.ts', from: 'verification', breaks: [order] },
].map(({ path, from, breaks }) => ({
  what: `${from} in ${path}`,
  path,
  breaks,
  code: `import '@governance/${from}';`,
}));

const ownStore = 'apps/planted-api/src/things/things.store.ts';

const weakMap = 'export const known = new WeakMap<object, string>();';

const places: readonly PlantedRule[] = [
  ...[
    { path: 'apps/planted-api/src/weak-map.ts', breaks: ['no-restricted-syntax: Data of a request'] },
    { path: 'apps/planted-api/src/weak-map.spec.ts', breaks: [] },
    { path: 'libs/planted/src/weak-map.ts', breaks: [] },
  ].map(({ path, breaks }) => ({ what: `a WeakMap in ${path}`, path, breaks, code: weakMap })),
  ...[
    { path: 'apps/planted-api/src/config.ts', breaks: [] },
    { path: 'apps/planted-api/src/main.ts', breaks: ['no-restricted-properties: '] },
    { path: 'libs/planted/src/environment.ts', breaks: ['no-restricted-properties: '] },
    { path: 'libs/pure/src/environment.ts', breaks: ['no-restricted-globals: '] },
    { path: 'libs/planted/src/environment.spec.ts', breaks: [] },
    { path: 'tools/planted-tool/src/environment.ts', breaks: [] },
  ].map((place) => ({ ...place, what: `process.env in ${place.path}`, code: environment })),
  {
    what: 'the environment by import',
    path: 'apps/planted-api/src/environment.ts',
    code: `import { env } from 'node:process';\n\nexport const port = env.PORT;`,
    breaks: ['no-restricted-imports: '],
  },
  ...[
    { name: 'typeorm', path: 'libs/persistence/src/typeorm.ts', breaks: [] },
    { name: 'typeorm', path: 'libs/testing/src/typeorm.ts', breaks: ['no-restricted-imports: '] },
    { name: 'typeorm', path: 'apps/planted-api/src/typeorm.ts', breaks: ['no-restricted-imports: '] },
    { name: 'pg', path: 'libs/postgres/src/pg.ts', breaks: [] },
    { name: 'pg', path: 'libs/persistence/src/pg.ts', breaks: [] },
    { name: 'pg', path: 'libs/testing/src/pg.ts', breaks: [] },
    { name: 'pg', path: 'apps/planted-api/e2e/pg.e2e.ts', breaks: [] },
    { name: 'pg', path: 'tools/planted-tool/src/pg.ts', breaks: [] },
    { name: 'pg', path: 'libs/mail/src/pg.ts', breaks: ['no-restricted-imports: '] },
    { name: 'pg', path: 'apps/planted-api/src/pg.ts', breaks: ['no-restricted-imports: '] },
    { name: 'nodemailer', path: 'libs/mail/src/nodemailer.ts', breaks: [] },
    { name: 'nodemailer', path: 'libs/persistence/src/nodemailer.ts', breaks: ['no-restricted-imports: '] },
    { name: '@nestjs-modules/mailer', path: 'libs/mail/src/mailer.ts', breaks: [] },
    {
      name: '@nestjs-modules/mailer',
      path: 'apps/planted-api/src/mailer.ts',
      breaks: ['no-restricted-imports: '],
    },
    { name: 'puppeteer', path: 'libs/certificates/src/puppeteer.ts', breaks: [] },
    { name: 'puppeteer', path: 'libs/planted/src/puppeteer.spec.ts', breaks: [] },
    { name: 'puppeteer', path: 'libs/mail/src/puppeteer.ts', breaks: ['no-restricted-imports: '] },
    { name: 'smtp-server', path: 'libs/mail/src/smtp-server.ts', breaks: ['no-restricted-imports: '] },
    { name: 'smtp-server', path: 'libs/testing/src/smtp-server.ts', breaks: [] },
    { name: 'node:fs', path: 'libs/client/src/node-fs.ts', breaks: ['no-restricted-imports: '] },
    { name: 'crypto', path: 'libs/client/src/auth/crypto.ts', breaks: ['no-restricted-imports: '] },
    { name: 'node:fs', path: 'libs/client/src/node-fs.spec.ts', breaks: [] },
    { name: 'node:fs', path: 'libs/client/spec/node-fs.ts', breaks: [] },
    { name: 'jose', path: 'libs/client/src/jose.ts', breaks: [] },
  ].map((place) => ({ ...place, what: `${place.name} in ${place.path}`, code: importOf(place.name) })),
  ...[
    { path: 'apps/planted-api/src/store.controller.ts', breaks: ['no-restricted-imports: '] },
    { path: 'apps/planted-api/src/store.module.ts', breaks: [] },
  ].map((place) => ({
    ...place,
    what: `a store in ${place.path}`,
    code: `import '@governance/persistence';`,
  })),
  { what: 'a store of an app', path: ownStore, code: `export const table = 'things';`, breaks: [] },
  ...[
    { path: 'apps/planted-api/src/things/things.controller.ts', breaks: ['no-restricted-imports: '] },
    { path: 'apps/planted-api/src/other/other.controller.ts', breaks: ['no-restricted-imports: '] },
    { path: 'apps/planted-api/src/things/things.service.ts', breaks: [] },
  ].map(({ path, breaks }) => ({
    what: `a store of the app in ${path}`,
    path,
    breaks,
    code: `import '../things/things.store';`,
  })),
];

/** Split, because the rule also applies to this file. */
const lock = (how: string): string => ['SELECT pg', how, 'lock(7)'].join('_');
const locks: readonly PlantedRule[] = [
  ...[
    { path: 'libs/persistence/src/lock.ts', code: `'${lock('advisory')}'` },
    { path: 'libs/persistence/src/try-lock.ts', code: `\`${lock('try_advisory')}\`` },
    { path: 'libs/pure/src/lock.ts', code: `'${lock('advisory')}'` },
    { path: 'apps/planted-api/e2e/lock.e2e.ts', code: `'${lock('advisory')}'` },
  ].map(({ path, code }) => ({
    what: `an advisory lock in ${path}`,
    path,
    code: `export const lock = ${code};`,
    breaks: ['no-restricted-syntax: Advisory locks'],
  })),
  {
    what: 'an advisory lock in the registry',
    path: 'libs/postgres/src/locks/lock-statements.ts',
    code: `export const lock = '${lock('advisory')}';`,
    breaks: [],
  },
];

const purity: readonly PlantedRule[] = [
  ...[
    { name: 'zod', breaks: [] },
    { name: 'node:fs', breaks: ['no-restricted-imports: '] },
    { name: 'fs/promises', breaks: ['no-restricted-imports: '] },
    { name: 'node:crypto', breaks: ['no-restricted-imports: '] },
  ].map(({ name, breaks }) => ({
    what: `${name} in a domain library`,
    path: `libs/pure/src/import-${name.replaceAll(/\W/g, '-')}.ts`,
    code: importOf(name),
    breaks,
  })),
  ...[
    { name: 'createHash', module: 'crypto', breaks: [] },
    { name: 'createPublicKey', module: 'crypto', breaks: [] },
    { name: 'X509Certificate', module: 'crypto', breaks: [] },
    { name: 'createPrivateKey', module: 'crypto', breaks: ['no-restricted-imports: '] },
    { name: 'randomBytes', module: 'crypto', breaks: ['no-restricted-imports: '] },
    { name: 'domainToASCII', module: 'url', breaks: [] },
    { name: 'pathToFileURL', module: 'url', breaks: ['no-restricted-imports: '] },
  ].map(({ name, module, breaks }) => ({
    what: `${name} in a domain library`,
    path: `libs/pure/src/${module}-${name}.ts`,
    code: `import { ${name} } from 'node:${module}';\n\nexport const used = ${name};`,
    breaks,
  })),
  {
    what: 'fast-check in a spec of a domain library',
    path: 'libs/pure/src/property.spec.ts',
    code: importOf('fast-check'),
    breaks: [],
  },
  {
    what: 'the clock in a domain library',
    path: 'libs/pure/src/clock.ts',
    code: now,
    breaks: ['no-restricted-syntax: The clock'],
  },
  {
    what: 'the clock as text in a domain library',
    path: 'libs/pure/src/clock-text.ts',
    code: 'export const now = Date();',
    breaks: ['no-restricted-syntax: The clock'],
  },
  {
    what: 'Date.now in a domain library',
    path: 'libs/pure/src/date-now.ts',
    code: 'export const now = Date.now();',
    breaks: ['no-restricted-properties: '],
  },
  {
    what: 'randomness in a domain library',
    path: 'libs/pure/src/random.ts',
    code: 'export const luck = Math.random();',
    breaks: ['no-restricted-properties: '],
  },
  {
    what: 'a timer in a domain library',
    path: 'libs/pure/src/timer.ts',
    code: 'export const timer = setTimeout(() => 1, 10);',
    breaks: ['no-restricted-globals: '],
  },
  {
    what: 'a time passed to a domain library',
    path: 'libs/pure/src/given-time.ts',
    code: 'export const tomorrow = (today: Date): Date => new Date(today.getTime() + 86_400_000);',
    breaks: [],
  },
  {
    what: 'the clock in a spec of a domain library',
    path: 'libs/pure/src/clock.spec.ts',
    code: now,
    breaks: [],
  },
  { what: 'the clock outside the domain', path: 'libs/planted/src/clock.ts', code: now, breaks: [] },
];

export const plantedPlaces: readonly PlantedRule[] = [
  ...places,
  ...ownImports,
  ...locks,
  ...purity,
  ...specSupport,
];
