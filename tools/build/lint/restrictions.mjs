// Restrictions on files, as options of ESLint's no-restricted-* rules.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';

const { devDependencies } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

const persistence = 'Only libs/postgres and libs/persistence use database connections.';
const mail = 'Only libs/mail sends mail.';
const certificates = 'Only libs/certificates drives a browser.';
const pure = 'A domain library is pure: pass in what it needs.';

const environment = names(['process'], 'Only apps/*/src/config.ts reads the environment.');
const notDeployed = names(Object.keys(devDependencies), 'A devDependency is not installed in production.');
const specSupport = {
  regex: String.raw`^(?:@governance/[a-z-]+|\.{1,2}(?:/[^/]+)*)/spec(?:/|$)`,
  message: 'Only specs import from a spec folder.',
};
const typeorm = names(['typeorm'], persistence);
const mailer = names(['@nestjs-modules/mailer'], mail);
const [pg, nodemailer, puppeteer] = [
  names(['pg'], persistence),
  names(['nodemailer'], mail),
  names(['puppeteer'], certificates),
];
/** Node APIs allowed in a domain library: pure functions, without randomness, signing or I/O. */
const pureNames = {
  crypto: ['createHash', 'createPublicKey', 'X509Certificate'],
  url: ['domainToASCII', 'domainToUnicode'],
};
const impure = names(
  builtinModules.filter((name) => !Object.hasOwn(pureNames, name)),
  pure,
);
const inBrowsers = names(builtinModules, 'The client runs in browsers too: use what both platforms have.');
const purePaths = Object.entries(pureNames).flatMap(([module, allowImportNames]) =>
  [module, `node:${module}`].map((name) => ({ name, allowImportNames, message: pure })),
);

/** Controller, service, port: a controller uses no database store, neither of a library nor of its own app. */
const stores = {
  regex: String.raw`^@governance/(?:persistence|postgres)(?:/|$)|^\.{1,2}/.*\.(?:store|repository)$`,
  message: 'A controller calls a service or a port.',
};

/** Parts of Nest and Node that hide who needs whom, or whether something happened. */
const hidden = [
  {
    regex: '^@nestjs/(?:common|core)$',
    importNames: ['forwardRef'],
    message: 'Two providers that need each other: move what both need to a third one.',
  },
  {
    regex: '^@nestjs/(?:common|core)$',
    importNames: ['Scope', 'REQUEST'],
    message: 'A provider lives as long as its program: pass what belongs to a request.',
  },
  {
    regex: '^(?:node:)?events$',
    importNames: ['EventEmitter', 'EventEmitterAsyncResource', 'default'],
    message: 'Call what must happen: an event has no listener when one is forgotten.',
  },
  names(['@nestjs/event-emitter'], 'Call what must happen, or store it as a job.'),
];

/** Refused imports, by place. Tests may access the database, the mailbox and the browser. */
export const imports = {
  production: {
    patterns: [...hidden, specSupport, environment, notDeployed, typeorm, mailer, pg, nodemailer, puppeteer],
  },
  controllers: {
    patterns: [
      ...hidden,
      specSupport,
      environment,
      notDeployed,
      typeorm,
      mailer,
      pg,
      nodemailer,
      puppeteer,
      stores,
    ],
  },
  persistence: {
    patterns: [...hidden, specSupport, environment, notDeployed, mailer, nodemailer, puppeteer],
  },
  mail: { patterns: [...hidden, specSupport, environment, notDeployed, typeorm, pg, puppeteer] },
  certificates: {
    patterns: [...hidden, specSupport, environment, notDeployed, typeorm, mailer, pg, nodemailer],
  },
  client: { patterns: [specSupport, notDeployed, inBrowsers] },
  pure: { patterns: [specSupport, notDeployed, impure], paths: purePaths },
  tests: { patterns: [typeorm, mailer] },
  testing: { patterns: [specSupport, typeorm, mailer] },
  tools: { patterns: [specSupport] },
};

/**
 * Libraries that a library may not import although its type may. The kernel, the rubric and the transparency library import no
 * other project, and the certificate verifier only the transparency library. The edge libraries import in one direction: verification,
 * http, auth-guards, runtime.
 */
export const ownImports = [
  ...['kernel', 'rubric', 'transparency'].map((library) => ({
    library,
    base: imports.pure,
    refused: { regex: '^@governance/(?!testing$)', message: 'This library imports no other project.' },
  })),
  {
    library: 'certificate-verifier',
    base: imports.pure,
    refused: {
      regex: '^@governance/(?!(?:testing|transparency)$)',
      message: 'This library imports no other project than the transparency library.',
    },
  },
  ...edgeOrder(['runtime', 'auth-guards', 'http', 'verification']),
].flatMap(({ library, base, refused }) => [
  { files: [`libs/${library}/**/*.ts`], tests: false, options: including(base, refused) },
  {
    files: [`libs/${library}/**/*.spec.ts`, `libs/${library}/spec/**/*.ts`],
    tests: true,
    options: including(imports.tests, refused),
  },
]);

export const properties = {
  environment: [
    { object: 'process', property: 'env', message: 'Only apps/*/src/config.ts reads the environment.' },
  ],
  pure: [
    { object: 'Date', property: 'now', message: 'The clock is passed in.' },
    { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
  ],
};

export const globals = {
  pure: [
    'process',
    'globalThis',
    'global',
    'fetch',
    'performance',
    'crypto',
    'require',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
  ].map((name) => ({ name, message: pure })),
};

const defaultExport = {
  selector:
    ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name="default"], TSExportAssignment)',
  message: 'Named exports only.',
};
const clock = {
  selector: ':matches(NewExpression[arguments.length=0], CallExpression)[callee.name="Date"]',
  message: 'The clock is passed in.',
};
const common = [
  {
    selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
    message: 'A constructor takes at most 5 dependencies: split by sub-noun.',
  },
  {
    // Decorators name a handler's parameters, so callers cannot confuse them.
    selector:
      ':matches(FunctionDeclaration, ArrowFunctionExpression, :matches(MethodDefinition, TSAbstractMethodDefinition)[kind="method"] > *)[params.length>3]:not([params.0.decorators.length>0])',
    message: 'More than three parameters: pass one object.',
  },
  {
    selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
    message: 'This turns the type check off: narrow the value instead.',
  },
  {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of literals: any number can be assigned to an enum.',
  },
  {
    selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
    message: 'Write the members of a literal plainly: do not spread literals.',
  },
  {
    selector: 'ImportDeclaration[source.value="zod"] > ImportSpecifier[imported.name="z"]',
    message:
      'Import zod as a namespace: bundles then leave out what is not used, such as texts in 40 languages.',
  },
];

const nameless = {
  selector:
    'ClassDeclaration[superClass.name="Error"]:not(:has(ClassBody > PropertyDefinition[key.name="name"]))',
  message: 'An error sets its name, for logs and traces: bundles change the names of classes.',
};

const advisoryLock = {
  selector: ':matches(Literal[value=/pg_(try_)?advisory/], TemplateElement[value.raw=/pg_(try_)?advisory/])',
  message: 'Advisory locks are in libs/postgres, each with its own number.',
};

const elapsed =
  'A busy machine is slow without a defect: wait for a state, or measure with Times, which checks limits only in test:stress.';
const loops = ':matches(WhileStatement, DoWhileStatement, ForStatement, ForOfStatement)';
const selective = {
  selector: `:matches(MemberExpression[object.name=/^(?:it|test|describe)$/][property.name=/^(?:only|skip|todo|failing)$/], Identifier[name=/^(?:fit|fdescribe|xit|xtest|xdescribe)$/])`,
  message: 'A test runs, or does not exist on this machine: a skipped one proves nothing.',
};
const limit = 'A limit is for a hanging test, not a slow one: the configuration sets it.';
const wallClock = [
  ...[
    'MemberExpression[object.name="performance"][property.name="now"]',
    'MemberExpression[object.name="process"][property.name=/^(?:hrtime|uptime)$/]',
    'BinaryExpression[operator="-"][left.callee.object.name="Date"][left.callee.property.name="now"][right.type!="Literal"]',
    'CallExpression[callee.name="expect"] > CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  ].map((selector) => ({ selector, message: elapsed })),
  // Allowed only in a loop that polls a state.
  {
    selector: `:matches(CallExpression[callee.name=/^(?:delay|sleep)$/], AwaitExpression > CallExpression[callee.name="setTimeout"]):not(${loops} CallExpression)`,
    message: 'A test does not sleep: wait for a state.',
  },
  {
    selector: 'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
    message: 'A test does not sleep: wait for a state.',
  },
  {
    selector: `${loops} NewExpression[callee.name="Promise"][arguments.0.name="setImmediate"]`,
    message: 'A busy loop takes the processor from the programs under test: wait with until.',
  },
  ...[
    ':matches(CallExpression[callee.name=/^(?:it|test|(?:before|after)(?:All|Each))$/], CallExpression[callee.callee.property.name="each"]) > :function + Literal[value<300000]',
    'CallExpression[callee.object.name="jest"][callee.property.name="setTimeout"] > Literal[value<300000]',
  ].map((selector) => ({ selector, message: limit })),
];

const weak = {
  selector: 'NewExpression[callee.name=/^Weak(?:Map|Set)$/]',
  message: 'Data of a request is in requestContext.',
};

export const syntax = {
  everywhere: [...common, defaultExport, advisoryLock, nameless],
  apps: [...common, defaultExport, advisoryLock, nameless, weak],
  pure: [...common, defaultExport, advisoryLock, nameless, clock],
  advisoryLocks: [...common, defaultExport, nameless],
  tests: [...common, defaultExport, advisoryLock, selective, ...wallClock],
  /** Programs that load a file by path require its default export. */
  loadedByPath: common,
};

/** Each library except the last; it must not import those after it. */
function edgeOrder(libraries) {
  return libraries.slice(0, -1).map((library, index) => ({
    library,
    base: imports.production,
    refused: {
      regex: `^@governance/(?:${libraries.slice(index + 1).join('|')})(?:/|$)`,
      message: `The edge libraries import in one direction: ${libraries.toReversed().join(', ')}.`,
    },
  }));
}

function including(options, pattern) {
  return { ...options, patterns: [...options.patterns, pattern] };
}

/** The modules of these names and their subpaths, with or without the prefix `node:`. */
function names(list, message) {
  const alternatives = list.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return { regex: `^(?:node:)?(?:${alternatives})(?:/|$)`, message };
}
