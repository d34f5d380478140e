import eslint from '@eslint/js';
import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const pureLibraries = ['assessments', 'deliveries', 'iam', 'rubric'].map((name) => `libs/${name}/src/**/*.ts`);
const tests = ['**/*.spec.ts', '**/*.e2e.ts', 'apps/*/e2e/**/*.ts', 'libs/testing/**/*.ts'];

/** Which types a type may stand on. Nobody lists `type:tool`, so nothing imports a tool. */
const foundations = {
  'type:domain': ['type:domain'],
  'type:foundation': [],
  'type:adapter': ['type:domain', 'type:foundation'],
  'type:edge': ['type:domain', 'type:foundation', 'type:edge'],
  'type:app': ['type:domain', 'type:foundation', 'type:adapter', 'type:edge'],
  'type:testing': ['type:domain', 'type:foundation', 'type:adapter'],
};
const surfaces = {
  'scope:shared': ['scope:shared'],
  'scope:public': ['scope:public', 'scope:shared'],
  'scope:platform': ['scope:platform', 'scope:shared'],
};

/** The house rules as constraints; specs and e2e files may also import the testing library. */
function boundaries({ alsoTesting }) {
  const extra = alsoTesting ? ['type:testing'] : [];
  return [
    'error',
    {
      enforceBuildableLibDependency: false,
      allow: [],
      depConstraints: [
        ...Object.entries(foundations).map(([sourceTag, tags]) => ({
          sourceTag,
          onlyDependOnLibsWithTags: [...tags, ...extra],
          ...(sourceTag === 'type:domain' && { allowedExternalImports: ['zod', ...(alsoTesting ? ['fast-check'] : [])] }),
        })),
        ...Object.entries(surfaces).map(([sourceTag, onlyDependOnLibsWithTags]) => ({
          sourceTag,
          onlyDependOnLibsWithTags,
        })),
        { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['*'] },
        { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['*'] },
      ],
    },
  ];
}

export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', '**/reports', '.dev', '.nx', '**/*.cjs'] },
  eslint.configs.recommended,
  comments.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly' } },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries({ alsoTesting: false }),
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
    },
  },
  {
    rules: {
      '@eslint-community/eslint-comments/require-description': 'error',
      '@eslint-community/eslint-comments/no-unused-disable': 'error',
      complexity: ['error', 10],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        {
          selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
          message: 'A constructor takes at most 5 dependencies: split by sub-noun.',
        },
        {
          selector: ':matches(FunctionDeclaration, ArrowFunctionExpression)[params.length>3]',
          message: 'More than three parameters: pass one object.',
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only apps/*/src/config.ts reads the environment.' },
      ],
    },
  },
  {
    files: pureLibraries,
    ignores: tests,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'fetch', 'setTimeout', 'setInterval', 'performance', 'crypto'].map((name) => ({
          name,
          message: 'A domain library is pure: what it needs is passed in.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'node:crypto', allowImportNames: ['createHash'], message: 'Randomness is passed in.' }],
          patterns: [{ regex: '^node:(?!crypto$)', message: 'A domain library is pure: what it needs is passed in.' }],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The clock is passed in.' },
        { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The clock is passed in.' },
        {
          selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
          message: 'A constructor takes at most 5 dependencies: split by sub-noun.',
        },
      ],
    },
  },
  {
    files: ['apps/*/src/config.ts', 'tools/**', ...tests],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['tools/**', '**/*.command.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: tests,
    rules: {
      '@nx/enforce-module-boundaries': boundaries({ alsoTesting: true }),
      'max-lines-per-function': 'off',
    },
  },
  { files: ['**/*.config.mjs', '**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  prettier,
);
