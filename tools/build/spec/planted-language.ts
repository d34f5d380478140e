import { type PlantedRule } from './planted-rule';

const repeat = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const constants = (count: number): string =>
  repeat(count, (index) => `export const value${index} = ${index};`);
const body = (count: number): string =>
  `export function long(): number[] {\n  const all: number[] = [];\n${repeat(count - 4, (index) => `  all.push(${index});`)}\n  return all;\n}`;
const dependencies = (count: number): string =>
  `export class Service {\n  constructor(\n${repeat(count, (index) => `    readonly part${index}: string,`)}\n  ) {}\n}`;
const parameters = (count: number): string => repeat(count, (index) => `part${index}: number,`);
const decisions = (count: number): string =>
  `export function decide(value: number): string {\n${repeat(count - 1, (index) => `  if (value === ${index}) return 'is ${index}';`)}\n  return 'other';\n}`;

const union = `type Kind = 'a' | 'b';\n\nexport function name(kind: Kind): string {\n  let text = '';\n  switch (kind) {\n    case 'a':\n      text = 'first';\n      break;\n`;

const limits: readonly PlantedRule[] = [
  {
    what: '300 lines of code',
    path: 'libs/planted/src/file-300.ts',
    code: `${constants(300)}\n\n// Not code.`,
    breaks: [],
  },
  {
    what: '301 lines of code',
    path: 'libs/planted/src/file-301.ts',
    code: constants(301),
    breaks: ['max-lines: '],
  },
  { what: 'a function of 50 lines', path: 'libs/planted/src/function-50.ts', code: body(50), breaks: [] },
  {
    what: 'a function of 51 lines',
    path: 'libs/planted/src/function-51.ts',
    code: body(51),
    breaks: ['max-lines-per-function: '],
  },
  {
    what: 'a function of 51 lines in a spec',
    path: 'libs/planted/src/function-51.spec.ts',
    code: body(51),
    breaks: [],
  },
  {
    what: '5 constructor dependencies',
    path: 'libs/planted/src/constructor-5.ts',
    code: dependencies(5),
    breaks: [],
  },
  {
    what: '6 constructor dependencies',
    path: 'libs/planted/src/constructor-6.ts',
    code: dependencies(6),
    breaks: ['no-restricted-syntax: A constructor takes at most 5'],
  },
  { what: 'complexity 10', path: 'libs/planted/src/complexity-10.ts', code: decisions(10), breaks: [] },
  {
    what: 'complexity 11',
    path: 'libs/planted/src/complexity-11.ts',
    code: decisions(11),
    breaks: ['complexity: '],
  },
  {
    what: '4 parameters of a function',
    path: 'libs/planted/src/parameters-4.ts',
    code: `export function sum(${parameters(4)}): number {\n  return part0 + part1 + part2 + part3;\n}`,
    breaks: ['no-restricted-syntax: More than three parameters'],
  },
  {
    what: '4 parameters of a method',
    path: 'libs/planted/src/method-4.ts',
    code: `export abstract class Port {\n  abstract sum(${parameters(4)}): number;\n}`,
    breaks: ['no-restricted-syntax: More than three parameters'],
  },
  {
    what: '4 decorated parameters of a handler',
    path: 'apps/planted-api/src/handler-4.ts',
    code: `import { Controller, Get, Headers, Ip, Param, Query } from '@nestjs/common';\n\n@Controller()\nexport class Handler {\n  @Get()\n  get(@Param('a') a: string, @Query('b') b: string, @Ip() c: string, @Headers('d') d: string): string {\n    return a + b + c + d;\n  }\n}`,
    breaks: [],
  },
];

const language: readonly PlantedRule[] = [
  {
    what: 'a default export',
    path: 'libs/planted/src/default-export.ts',
    code: 'export default function one(): number {\n  return 1;\n}',
    breaks: ['no-restricted-syntax: Named exports only'],
  },
  {
    what: 'a default export by another name',
    path: 'libs/planted/src/default-alias.ts',
    code: 'const one = 1;\nexport { one as default };',
    breaks: ['no-restricted-syntax: Named exports only'],
  },
  {
    what: 'any',
    path: 'libs/planted/src/any.ts',
    code: 'export type Anything = any;',
    breaks: ['@typescript-eslint/no-explicit-any: '],
  },
  {
    what: 'a non-null assertion',
    path: 'libs/planted/src/non-null.ts',
    code: 'export function first(all: string[]): string {\n  return all[0]!;\n}',
    breaks: ['@typescript-eslint/no-non-null-assertion: '],
  },
  {
    what: 'as unknown as',
    path: 'libs/planted/src/double-assertion.ts',
    code: 'export function text(value: number): string {\n  return value as unknown as string;\n}',
    breaks: ['no-restricted-syntax: This turns the type check off'],
  },
  {
    what: 'an enum',
    path: 'libs/planted/src/enum.ts',
    code: 'export enum State {\n  Open,\n  Closed,\n}',
    breaks: ['no-restricted-syntax: Use a union of literals'],
  },
  {
    what: 'an error without a name',
    path: 'libs/planted/src/nameless.ts',
    code: 'export class Refused extends Error {\n  readonly status = 400;\n}',
    breaks: ['no-restricted-syntax: An error sets its name'],
  },
  {
    what: 'an object literal that is spread',
    path: 'libs/planted/src/spread-object.ts',
    code: 'export const point = { ...{ x: 1, y: 2 }, z: 3 };',
    breaks: ['no-restricted-syntax: Write the members of a literal plainly'],
  },
  {
    what: 'an array literal that is spread',
    path: 'libs/planted/src/spread-array.ts',
    code: 'export const names = [...[`a`, `b`], `c`];',
    breaks: ['no-restricted-syntax: Write the members of a literal plainly'],
  },
  {
    what: 'a value that is spread',
    path: 'libs/planted/src/spread-value.ts',
    code: 'const point = { x: 1, y: 2 };\n\nexport const solid = { ...point, z: 3 };',
    breaks: [],
  },
  {
    what: 'a floating promise',
    path: 'libs/planted/src/floating.ts',
    code: 'export function start(work: () => Promise<number>): void {\n  work();\n}',
    breaks: ['@typescript-eslint/no-floating-promises: '],
  },
  {
    what: 'eval',
    path: 'libs/planted/src/eval.ts',
    code: 'export function run(code: string): void {\n  eval(code);\n}',
    breaks: ['no-eval: '],
  },
  {
    what: 'a function from a text',
    path: 'libs/planted/src/function-from-text.ts',
    code: 'export function compile(code: string): () => void {\n  return new Function(code) as () => void;\n}',
    breaks: ['@typescript-eslint/no-implied-eval: '],
  },
  {
    what: 'a switch that forgets a member',
    path: 'libs/planted/src/switch.ts',
    code: `${union}  }\n  return text;\n}`,
    breaks: ['@typescript-eslint/switch-exhaustiveness-check: '],
  },
  {
    what: 'a switch with every member',
    path: 'libs/planted/src/switch-all.ts',
    code: `${union}    case 'b':\n      text = 'second';\n      break;\n  }\n  return text;\n}`,
    breaks: [],
  },
  {
    what: 'an eslint-disable without a reason',
    path: 'libs/planted/src/disable.ts',
    code: '// eslint-disable-next-line @typescript-eslint/no-explicit-any\nexport type Anything = any;',
    breaks: ['@eslint-community/eslint-comments/require-description: '],
  },
  {
    what: 'an eslint-disable with a reason',
    path: 'libs/planted/src/disable-why.ts',
    code: '// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the driver gives anything\nexport type Anything = any;',
    breaks: [],
  },
  {
    what: 'an eslint-disable that disables nothing',
    path: 'libs/planted/src/disable-nothing.ts',
    code: '// eslint-disable-next-line no-console -- once it printed\nexport const value = 1;',
    breaks: ['Unused eslint-disable directive'],
  },
];

export const plantedLanguage: readonly PlantedRule[] = [...limits, ...language];
