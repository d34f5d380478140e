import eslint from '@eslint/js';
import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { projects } from './tools/build/projects.mjs';
import { globals, imports, ownImports, properties, syntax } from './tools/build/lint/restrictions.mjs';

const domains = projects
  .filter(({ tags }) => tags.includes('type:domain'))
  .map(({ root }) => `${root}/**/*.ts`);
const tests = ['**/*.spec.ts', 'apps/*/{e2e,spec}/**/*.ts', 'libs/*/spec/**/*.ts', 'libs/testing/**/*.ts'];
const tools = ['tools/**'];
const loadedByPath = [
  '*.config.mjs',
  'tools/build/lint/imports.mjs',
  '**/*.global-setup.ts',
  '**/*.global-teardown.ts',
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules',
      '**/dist',
      '**/reports',
      '.dev',
      '.nx',
      '**/*.cjs',
      'jest.preset.js',
      'libs/certificates/src/templates/*.js',
      'apps/public-api/src/site/templates/site-rubric.js',
      'libs/client/src/generated',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  comments.recommended,
  {
    rules: {
      '@eslint-community/eslint-comments/require-description': 'error',
      complexity: ['error', 10],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-restricted-properties': ['error', ...properties.environment],
      'no-restricted-syntax': ['error', ...syntax.everywhere],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'Buffer', 'fetch', 'setTimeout', 'clearTimeout', 'AbortController'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
  {
    files: ['libs/certificates/page/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['document', 'Blob', 'DecompressionStream', 'TextDecoder'].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: 'tsconfig.base.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Option objects of Nest and fakes of ports are compared by shape, not by class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // It takes a quarter of the time, and there are no enums: see restrictions.mjs.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      'no-restricted-imports': ['error', imports.production],
    },
  },
  {
    // The members of a view or form stand once, in the function that makes it for a template.
    files: ['apps/*/src/**/*-{form,view}.ts'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  { files: ['apps/*/src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...syntax.apps] } },
  {
    files: ['**/*.controller.ts'],
    // The management API has services only where they decide.
    ignores: ['apps/identity-provider/src/management/**'],
    rules: { 'no-restricted-imports': ['error', imports.controllers] },
  },
  ...['persistence', 'postgres', 'mail', 'certificates'].map((library) => ({
    files: [`libs/${library}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', imports[library === 'postgres' ? 'persistence' : library]] },
  })),
  { files: ['libs/client/**/*.ts'], rules: { 'no-restricted-imports': ['error', imports.client] } },
  {
    files: domains,
    rules: {
      'no-restricted-globals': ['error', ...globals.pure],
      'no-restricted-imports': ['error', imports.pure],
      'no-restricted-properties': ['error', ...properties.pure],
      'no-restricted-syntax': ['error', ...syntax.pure],
    },
  },
  ...ownImportsOf({ tests: false }),
  { files: ['**/*.command.ts'], rules: { 'no-console': 'off' } },
  { files: ['apps/*/src/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-imports': ['error', imports.tests],
      'no-restricted-properties': 'off',
      'no-restricted-syntax': ['error', ...syntax.tests],
    },
  },
  ...ownImportsOf({ tests: true }),
  {
    files: ['libs/{postgres,persistence,mail}/**/*.spec.ts', 'libs/{postgres,persistence,mail}/spec/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['libs/testing/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', imports.testing] },
  },
  {
    files: tools,
    rules: {
      'no-console': 'off',
      'no-restricted-imports': ['error', imports.tools],
      'no-restricted-properties': 'off',
    },
  },
  {
    files: ['tools/**/*.spec.ts', 'tools/{*,proofs/*}/spec/**/*.ts'],
    rules: { 'no-restricted-imports': 'off', 'no-restricted-syntax': ['error', ...syntax.tests] },
  },
  {
    files: ['libs/testing/src/times.ts'],
    rules: { 'no-restricted-syntax': ['error', ...syntax.everywhere] },
  },
  {
    files: ['libs/postgres/src/locks/lock-statements.ts'],
    rules: { 'no-restricted-syntax': ['error', ...syntax.advisoryLocks] },
  },
  { files: loadedByPath, rules: { 'no-restricted-syntax': ['error', ...syntax.loadedByPath] } },
  prettier,
);

function ownImportsOf(place) {
  return ownImports
    .filter(({ tests }) => tests === place.tests)
    .map(({ files, options }) => ({ files, rules: { 'no-restricted-imports': ['error', options] } }));
}
