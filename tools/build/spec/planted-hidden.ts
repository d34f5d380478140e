import { type PlantedRule } from './planted-rule';

/** Parts of Nest and Node that hide who needs whom, or whether something happened. */
export const plantedHidden: readonly PlantedRule[] = [
  ...[
    { name: 'forwardRef', module: '@nestjs/common', message: 'Two providers that need each other' },
    { name: 'Scope', module: '@nestjs/common', message: 'A provider lives as long as its program' },
    { name: 'REQUEST', module: '@nestjs/core', message: 'A provider lives as long as its program' },
    { name: 'EventEmitter', module: 'node:events', message: 'Call what must happen' },
    { name: 'EventEmitter', module: 'events', message: 'Call what must happen' },
  ].flatMap(({ name, module, message }) =>
    ['apps/planted-api', 'libs/planted', 'libs/persistence', 'libs/http'].map((root) => ({
      what: `${name} of ${module} in ${root}`,
      path: `${root}/src/hidden/${module.replaceAll(/\W/g, '-')}-${name}.ts`,
      code: `import { ${name} } from '${module}';\n\nexport const used = ${name};`,
      breaks: [message],
    })),
  ),
  {
    what: 'the event emitter of Nest',
    path: 'apps/planted-api/src/hidden/event-emitter.ts',
    code: `import '@nestjs/event-emitter';`,
    breaks: ['no-restricted-imports: '],
  },
  {
    what: 'once of node:events',
    path: 'apps/planted-api/src/hidden/once.ts',
    code: `import { once } from 'node:events';\n\nexport const used = once;`,
    breaks: [],
  },
  {
    what: 'an EventEmitter in a test',
    path: 'apps/planted-api/e2e/emitter.e2e.ts',
    code: `import { EventEmitter } from 'node:events';\n\nexport const used = new EventEmitter();`,
    breaks: [],
  },
];
